import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ExportPart, fetchExportPart, getExportPart, pushExport } from '@varco/contract/plant/exports.ts';
import type { ExportParameters } from '@varco/evidence/parameter-file.ts';

export type Peer = ExportParameters['peers'][number];

/** Why a plant's part is missing. `unreachable` and `changed` may succeed in a later run. */
export type PartFault = 'refused' | 'expired' | 'limit' | 'unreachable' | 'changed' | 'failed' | 'cancelled';

export class PartRefused extends Error {
  readonly fault: PartFault;

  constructor(fault: PartFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

export interface PartProgress {
  building(done: number, total: number): void;
  downloading(done: number, total: number): void;
}

const CALL_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 1_000;
const ATTEMPTS = 5;
const MAX_RESPONSE_BYTES = 256 * 1024;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** One call, retried while the plant is unavailable. Throws `PartRefused`. */
async function callPlant(
  peer: Peer,
  { method, path, body }: Call,
  signal: AbortSignal,
  retryMs: number,
): Promise<ExportPart> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(new URL(path, peer.url), {
      method,
      headers: {
        authorization: `Bearer ${peer.jwt}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    }).catch(() => null);
    signal.throwIfAborted();
    if (answer !== null && answer.ok) return readPart(answer);
    if (answer !== null && answer.status < 500 && answer.status !== 429) throw await toRefusal(answer);
    if (attempt >= ATTEMPTS) throw new PartRefused('unreachable');
    await wait(retryMs * 2 ** attempt, undefined, { signal });
  }
}

async function readPart(answer: Response): Promise<ExportPart> {
  try {
    const text = await answer.text();
    if (text.length > MAX_RESPONSE_BYTES) throw new Error('too large');
    return ExportPart.parse(JSON.parse(text));
  } catch (error) {
    throw new PartRefused('failed', error);
  }
}

async function toRefusal(answer: Response): Promise<PartRefused> {
  const text = (await answer.text().catch(() => '')).slice(0, 4_000);
  return new PartRefused(text.includes('jwt_expired') ? 'expired' : 'refused');
}

export interface PartRequest {
  readonly peer: Peer;
  readonly guid: string;
  readonly zipPassword: string;
  /** Path of the finished part; `.partial` is appended during the download. */
  readonly path: string;
  /** First pause between attempts; shorter in tests. */
  readonly retryMs?: number;
}

/**
 * Requests a part from a plant, waits until it is built, and downloads it, resuming an earlier attempt. Returns the
 * part as the plant describes it.
 */
export async function fetchPart(
  requested: PartRequest,
  progress: PartProgress,
  signal: AbortSignal,
): Promise<ExportPart> {
  const { peer, guid, zipPassword } = requested;
  const retryMs = requested.retryMs ?? 500;
  const { filter, without_images, with_context_images, watermark_tag, peer_number } = peer;
  const body = {
    ...{ filter, export_guid: guid, encryption_key: zipPassword, without_images, with_context_images },
    ...{ watermark_tag, destination: '', peer_number },
  };
  let part = await callPlant(peer, { method: pushExport.method, path: pushExport.path, body }, signal, retryMs);
  const path = getExportPart.path.replace(':guid', guid);
  while (part.pending) {
    progress.building(part.progress_count, part.progress_over);
    await wait(POLL_INTERVAL_MS, undefined, { signal });
    part = await callPlant(peer, { method: getExportPart.method, path }, signal, retryMs);
  }
  if (part.phase === 'cancelled') throw new PartRefused('cancelled');
  if (part.phase !== 'ready' || part.sha256 === null) throw new PartRefused(findPartFault(part.problem));
  await downloadPart(requested, part, progress, signal, retryMs);
  return part;
}

function findPartFault(problem: string): PartFault {
  if (problem === 'limit' || problem === 'too_large') return 'limit';
  return problem === 'no_perms' || problem === 'refused' ? 'refused' : 'failed';
}

async function downloadPart(
  { peer, guid, path }: PartRequest,
  part: ExportPart,
  progress: PartProgress,
  signal: AbortSignal,
  retryMs: number,
): Promise<void> {
  const partial = `${path}.partial`;
  let known = await hashUpTo(partial, part.bytes);
  for (let attempt = 1; ; attempt += 1) {
    const before = await getFileSize(partial);
    // An interrupted write may have stored more bytes than were hashed.
    if (before !== known.bytes) known = await hashUpTo(partial, part.bytes);
    if (known.bytes === part.bytes) break;
    const refusal = await appendBytes({ wanted: { peer, guid, path: partial }, part, known }, progress, signal);
    signal.throwIfAborted();
    if (refusal !== null) throw refusal;
    // As long as bytes arrive, the attempts do not count.
    if ((await getFileSize(partial)) > before) attempt = 0;
    else if (attempt >= ATTEMPTS) throw new PartRefused('unreachable');
    if ((await getFileSize(partial)) < part.bytes) await wait(retryMs * 2 ** attempt, undefined, { signal });
  }
  if (known.hash.digest('hex') !== part.sha256) {
    await rm(partial, { force: true });
    throw new PartRefused('changed');
  }
  await rename(partial, path);
}

interface Download {
  readonly wanted: Pick<PartRequest, 'peer' | 'guid' | 'path'>;
  readonly part: ExportPart;
  readonly known: HashedBytes;
}

/**
 * Appends the received bytes. Returns null when the part is complete or the connection was lost, otherwise the
 * refusal.
 */
async function appendBytes(
  { wanted: { peer, guid, path }, part, known }: Download,
  progress: PartProgress,
  signal: AbortSignal,
): Promise<PartRefused | null> {
  const from = known.bytes;
  const idle = new AbortController();
  let timer = setTimeout(() => idle.abort(), IDLE_TIMEOUT_MS);
  const handle = await open(path, 'a', 0o600);
  try {
    const answer = await fetch(new URL(fetchExportPart.path.replace(':guid', guid), peer.url), {
      headers: { authorization: `Bearer ${peer.jwt}`, ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
      redirect: 'error',
      signal: AbortSignal.any([signal, idle.signal]),
    });
    if (answer.status >= 500 || answer.status === 429) return null;
    if (answer.status !== (from > 0 ? 206 : 200) || answer.body === null) return await toRefusal(answer);
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      timer = setTimeout(() => idle.abort(), IDLE_TIMEOUT_MS);
      // More bytes than announced: this is not the same part.
      if (known.bytes + bytes.length > part.bytes) return new PartRefused('changed');
      await handle.appendFile(bytes);
      known.hash.update(bytes);
      known.bytes += bytes.length;
      progress.downloading(known.bytes, part.bytes);
    }
    return null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    await handle.sync().catch(() => {});
    await handle.close();
  }
}

const getFileSize = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  );

/** True when the part was already downloaded by an earlier run. */
export const isDownloaded = async (path: string): Promise<boolean> => (await getFileSize(path)) > 0;

/** Bytes already written and their hash so far. */
interface HashedBytes {
  readonly hash: Hash;
  bytes: number;
}

/** Hashes the bytes left by an earlier attempt, to resume it; bytes beyond the length of the part are cut off. */
async function hashUpTo(partial: string, most: number): Promise<HashedBytes> {
  const known: HashedBytes = { hash: createHash('sha256'), bytes: 0 };
  const have = await getFileSize(partial);
  if (have > most) await rm(partial, { force: true });
  else if (have > 0)
    for await (const bytes of createReadStream(partial, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      known.hash.update(bytes);
      known.bytes += bytes.length;
    }
  return known;
}
