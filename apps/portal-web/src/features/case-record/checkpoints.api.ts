import { readLogCheckpoint, readTlogKeys } from '@varco/contract/tlog.ts';
import { toBase64 } from '@varco/domain/audit/audit-bytes.ts';
import { parseCheckpoint } from '@varco/domain/audit/signed-note.ts';
import type { CallInput, CallOutput, Endpoint } from '@varco/contract/endpoint.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { type AuditSource, PORTAL_SOURCE } from '../../lib/audit/audit.api.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';

/** The newest published state of one epoch of a log (ADR 0008). */
export interface PublishedState {
  readonly source: AuditSource;
  readonly epoch: number;
  readonly origin: string;
  /** Entries that it covers. */
  readonly size: number;
  /** Root of the tree over them, base64 as in the checkpoint. */
  readonly root: string;
  /** Key by which public tools check the signature; empty: it could not be read. */
  readonly key: string;
}

const callSource = <E extends Endpoint>(
  source: AuditSource,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallOutput<E>> =>
  source === PORTAL_SOURCE ? callPortal(endpoint, input) : callPlant(source, endpoint, input);

const LOG_NAME = /\/audit\/([0-9a-f-]{36})\/([1-9]\d{0,8})$/;

/**
 * The newest checkpoints of a log: of its present epoch, and of the earlier ones that entries are from. Anybody may read
 * them. @throws ApiError when the server does not answer
 */
export async function fetchPublishedStates(
  source: AuditSource,
  epochs: ReadonlySet<number>,
): Promise<readonly PublishedState[]> {
  const keys = await (await callSource(source, readTlogKeys, {})).text();
  const [key = ''] = keys.split('\n');
  const name = LOG_NAME.exec(key.split('+')[0] ?? '');
  if (name === null) return [];
  const [, log = '', present = ''] = name;
  const requested = [...new Set([Number(present), ...epochs])].toSorted((a, b) => b - a);
  const states = await Promise.all(
    requested.map(async (epoch): Promise<PublishedState | null> => {
      const note = await callSource(source, readLogCheckpoint, { params: { log, epoch: String(epoch) } });
      const head = parseCheckpoint(await note.text());
      if (head === null) return null;
      return { source, epoch, origin: head.origin, size: head.size, root: toBase64(head.root), key };
    }),
  );
  return states.flatMap((state) => state ?? []);
}
