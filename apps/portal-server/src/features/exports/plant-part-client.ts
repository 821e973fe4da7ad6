import { ExportPart, pushExport } from '@varco/contract/plant/exports.ts';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { EXPORT_COOKIE_PATH } from '@varco/contract/portal/exports.ts';
import type { ExportFault } from '@varco/contract/portal/saved-export.ts';
import { REASON_HEADER } from '@varco/contract/reason.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import type { ExportRow, PartRow } from './exports.repository.ts';
import type { JobSecrets, PartSecrets } from './export-secrets.ts';

/** The needed fields of a plant's response; plants of other versions may send more or fewer besides. */
const PartResponse = ExportPart.pick({
  failed: true,
  interrupted: true,
  timed_out: true,
  problem: true,
  progress_count: true,
  progress_over: true,
});

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 256 * 1024;

/** Result of a call to a plant. `later`: it did not respond, or asked to be called again later. */
export type PlantPartResult =
  | { readonly kind: 'accepted'; readonly count: number; readonly over: number }
  | { readonly kind: 'refused'; readonly fault: ExportFault }
  | { readonly kind: 'later' };

export interface PartRequest {
  readonly job: ExportRow;
  readonly part: PartRow;
  readonly secrets: PartSecrets;
  readonly jobSecrets: JobSecrets;
}

/**
 * Requests a plant's part, or its state when the part was requested before (T 7.1). Never throws because of the
 * plant.
 */
export async function requestPart(
  client: OutboundClient,
  publicOrigin: string,
  { job, part, secrets, jobSecrets }: PartRequest,
  signal: AbortSignal,
): Promise<PlantPartResult> {
  const body = {
    filter: secrets.filter,
    export_guid: job.guid,
    encryption_key: jobSecrets.password,
    without_images: job.without_images,
    with_context_images: job.with_context_images,
    destination: `${publicOrigin}${EXPORT_COOKIE_PATH}/${job.guid}/part`,
    peer_number: part.peer_number,
    watermark_tag: job.watermark_tag,
  };
  const answer = await client
    .send(`${part.url}${pushExport.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secrets.jwt}`,
        'content-type': 'application/json',
        ...(jobSecrets.reason === null ? {} : { [REASON_HEADER]: jobSecrets.reason }),
      },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    })
    .catch(() => null);
  return answer === null ? { kind: 'later' } : parsePartResponse(answer.status, answer.text);
}

/** Informs a plant that its part is no longer needed; true: it has acknowledged. */
export async function cancelPartAtPlant(
  client: OutboundClient,
  part: Pick<PartRow, 'url' | 'guid'>,
  jwt: string,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await client
    .send(`${part.url}${pushExport.path}/${part.guid}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${jwt}` },
      timeoutMs: 5_000,
      maxBytes: MAX_BYTES,
      signal,
    })
    .catch(() => null);
  return answer !== null && answer.status < 500;
}

/** Interprets a plant's response; anything that is neither a success nor a definite refusal is tried again. */
export function parsePartResponse(status: number, text: string): PlantPartResult {
  const json = parseJsonOrUndefined(text);
  if (status >= 200 && status < 300) {
    const state = PartResponse.safeParse(json).data;
    if (state === undefined) return { kind: 'later' };
    if (state.timed_out) return { kind: 'refused', fault: 'expired' };
    if (state.failed || state.interrupted) return { kind: 'refused', fault: toExportFault(state.problem) };
    return { kind: 'accepted', count: state.progress_count, over: state.progress_over };
  }
  if (status === 429 || status >= 500 || status < 400) return { kind: 'later' };
  const error = ErrorEnvelope.safeParse(json).data?.error;
  // Not a plant's response (a proxy's page), so it may succeed the next time.
  if (error === undefined) return { kind: 'later' };
  if (status === 401) return { kind: 'refused', fault: 'expired' };
  if (status === 403) return { kind: 'refused', fault: 'refused' };
  return { kind: 'refused', fault: toExportFault(error.sub_code ?? '') };
}

function toExportFault(problem: string): ExportFault {
  if (/limit|quota/.test(problem)) return 'limit';
  if (/empty|no_transits/.test(problem)) return 'empty';
  return /large/.test(problem) ? 'too_large' : 'failed';
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
