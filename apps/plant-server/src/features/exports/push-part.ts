import { open } from 'node:fs/promises';
import {
  EXPORT_CHUNK_BYTES,
  ExportPartState,
  finishExportPart,
  getExportPart,
  putExportPiece,
  reportExportPart,
} from '@varco/contract/portal/export-parts.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import type { ExportsDeps } from './exports.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { ClaimedJob } from './export-work.ts';
import type { ExportJob } from './export-jobs.repository.ts';
import { isComplete } from './exports.view.ts';
import { callPortal, type PortalReply } from './portal-call.ts';

type PushDeps = Pick<ExportsDeps, 'store' | 'keys' | 'now' | 'outboundCidrs'>;

const CALL_TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Restarts after the portal discarded what it had received: something on the way changes the data. */
const MAX_RESTARTS = 3;

/** The portal is unreachable or refuses for now: the job is tried again later. */
export class PortalUnavailableError extends Error {}

type PortalResponse =
  | { readonly kind: 'state'; readonly state: ExportPartState }
  | { readonly kind: 'gone' }
  | { readonly kind: 'conflict'; readonly sub: string };

/** Bytes are sent unchanged, other values as JSON. */
type PortalBody = Uint8Array<ArrayBuffer> | Readonly<Record<string, unknown>> | null;

interface PortalClient {
  /** A byte buffer may be reused once the call has resolved. */
  call(endpoint: Endpoint, body: PortalBody, offset?: number): Promise<PortalResponse>;
}

async function createPortalClient(deps: PushDeps, job: ExportJob, signal: AbortSignal): Promise<PortalClient> {
  const { uuid } = await readPlantSettings(deps.store.runner);
  return {
    async call(endpoint, body, offset = 0) {
      const path = endpoint.path.replace(':export', job.id).replace(':offset', String(offset));
      const isBytes = body instanceof Uint8Array;
      const payload = body === null ? '' : isBytes ? body : JSON.stringify(body);
      const { method } = endpoint;
      const signed = signPlantCall({
        keys: deps.keys,
        plantUuid: uuid,
        method,
        path,
        body: payload,
        now: deps.now(),
      });
      const type = isBytes ? 'application/octet-stream' : 'application/json';
      const reply = await callPortal(new URL(path, job.destination), {
        method,
        body: payload,
        headers: { ...signed, ...(body === null ? {} : { 'content-type': type }) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
        maxResponseBytes: MAX_RESPONSE_BYTES,
        allowedCidrs: deps.outboundCidrs,
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new PortalUnavailableError('portal not reachable', { cause: error });
      });
      return parsePortalResponse(reply);
    },
  };
}

function parsePortalResponse({ status, text }: PortalReply): PortalResponse {
  if (status === 404) return { kind: 'gone' };
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Not one of our JSON responses: handled below.
  }
  if (status === 409) return { kind: 'conflict', sub: findConflictCode(value) };
  const state = ExportPartState.safeParse(value).data;
  if (status < 200 || status > 299 || state === undefined)
    throw new PortalUnavailableError(`portal answered ${status}`);
  return { kind: 'state', state };
}

function findConflictCode(value: unknown): string {
  const found = JSON.stringify(value).match(/"(part_size|part_hash|part_accepted)"/);
  return found?.[1] ?? '';
}

export type PushResult = 'delivered' | 'cancelled' | 'refused' | 'changed';

/**
 * Sends the finished part in chunks from the offset that the portal names, then marks it complete. Every call may be
 * repeated; the portal accepts a part once. Throws `PortalUnavailableError` when the push should be tried again.
 */
export async function pushPart(deps: PushDeps, stored: ClaimedJob, path: string): Promise<PushResult> {
  const { job, signal } = stored;
  const portal = await createPortalClient(deps, job, signal);
  let answer = await portal.call(getExportPart, null);
  let restarts = 0;
  const handle = await open(path, 'r');
  // One buffer for all chunks: allocating one per chunk would trigger garbage collections in a large heap.
  const space = new Uint8Array(Math.min(EXPORT_CHUNK_BYTES, job.bytes));
  try {
    for (;;) {
      signal.throwIfAborted();
      if (answer.kind === 'gone') return 'cancelled';
      if (answer.kind === 'conflict') {
        if (answer.sub === 'part_accepted') return 'refused';
        restarts += 1;
        if (restarts > MAX_RESTARTS) return 'changed';
        answer = await portal.call(getExportPart, null);
        continue;
      }
      const { state, received } = answer.state;
      if (state === 'cancelled') return 'cancelled';
      if (state === 'accepted') return 'delivered';
      await stored.update({ bytes_sent: Math.min(received, job.bytes) });
      answer =
        received >= job.bytes
          ? await finishPart(portal, job)
          : await sendChunk(portal, handle, received, space.subarray(0, job.bytes - received));
    }
  } finally {
    await handle.close();
  }
}

async function sendChunk(
  portal: PortalClient,
  handle: Awaited<ReturnType<typeof open>>,
  offset: number,
  piece: Uint8Array<ArrayBuffer>,
): Promise<PortalResponse> {
  const { bytesRead } = await handle.read(piece, 0, piece.length, offset);
  if (bytesRead !== piece.length) throw new Error('the part is shorter than it was');
  return portal.call(putExportPiece, piece, offset);
}

const finishPart = (portal: PortalClient, job: ExportJob): Promise<PortalResponse> =>
  portal.call(finishExportPart, {
    size: job.bytes,
    sha256: job.sha256,
    transits: job.done,
    pictures: job.pictures,
    complete: isComplete(job),
  });

type PortalFault = 'refused' | 'expired' | 'limit' | 'empty' | 'failed' | 'too_large';
const FAULT_CODES: Readonly<Record<string, PortalFault>> = {
  no_perms: 'refused',
  refused: 'refused',
  limit: 'limit',
  too_large: 'too_large',
};

/** Reports the progress of a part to the portal. False: the portal cancelled it. An unreachable portal is not a reason to stop. */
export async function reportPart(deps: PushDeps, job: ExportJob, signal: AbortSignal): Promise<boolean> {
  if (job.kind !== 'portal') return true;
  const isFailed = job.state === 'failed';
  try {
    const portal = await createPortalClient(deps, job, signal);
    const answer = await portal.call(reportExportPart, {
      state: isFailed ? 'error' : job.done === 0 ? 'starting' : 'running',
      progress_count: job.done,
      progress_over: job.total,
      fault: isFailed ? (FAULT_CODES[job.problem] ?? 'failed') : null,
    });
    return answer.kind !== 'gone' && !(answer.kind === 'state' && answer.state.state === 'cancelled');
  } catch (error) {
    if (error instanceof PortalUnavailableError) return true;
    throw error;
  }
}
