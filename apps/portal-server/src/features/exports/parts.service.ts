import {
  MAX_EXPORT_PART_BYTES,
  type ExportPartState,
  type finishExportPart,
  type reportExportPart,
} from '@varco/contract/portal/export-parts.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { limitConcurrency } from '@varco/server-kit/process/limit-concurrency.ts';
import type { z } from 'zod';
import type { Tx } from '../../db.ts';
import type { ExportSettings, PortalDeps } from '../../deps.ts';
import { createPartStore } from './part-store.ts';
import { changePart, lockPart, type PartChange } from './part.repository.ts';

type PartReport = z.output<NonNullable<(typeof reportExportPart)['body']>>;
type PartFinish = z.output<NonNullable<(typeof finishExportPart)['body']>>;
type Deps = Pick<PortalDeps, 'db' | 'exports'>;
type LockedPart = NonNullable<Awaited<ReturnType<typeof lockPart>>>;

/**
 * Each of these calls holds a database connection while it writes or hashes; the limit leaves connections to the
 * other calls of the portal.
 */
const MAX_PART_WRITES = 4;

/** Storage of parts and files below a folder. */
export const openExportStorage = (folder: string): ExportSettings => ({
  store: createPartStore(folder),
  limitWrites: limitConcurrency(MAX_PART_WRITES),
});

/** A plant that has reported something is not called again for this long. */
const SILENCE_LIMIT_MS = 30_000;

export interface PartCall {
  readonly guid: string;
  readonly peerId: number;
  readonly now: string;
}

const toAliveChange = (now: string): PartChange => ({
  last_sign_at: now,
  next_try_at: new Date(Date.parse(now) + SILENCE_LIMIT_MS).toISOString(),
  tries: 0,
});

const toPartState = (
  { part, isWanted: isRequested }: LockedPart,
  received = Number(part.received),
): ExportPartState => {
  if (part.state === 'accepted') return { state: 'accepted', received };
  return {
    state: isRequested && part.state !== 'error' && part.state !== 'cancelled' ? 'wanted' : 'cancelled',
    received,
  };
};

const inTransaction = <T>({ db, exports }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> =>
  exports.limitWrites(() => db.transaction().execute(work));

/** Runs `work` on the locked part of this plant when it is still needed; otherwise returns its state. */
function withOpenPart(
  deps: Deps,
  { guid, peerId }: PartCall,
  work: (locked: LockedPart, change: (with_: PartChange) => Promise<void>) => Promise<ExportPartState>,
): Promise<ExportPartState> {
  return inTransaction(deps, async (tx) => {
    const locked = await lockPart(tx, guid, peerId);
    if (locked === undefined) throw new AppError('not_found');
    if (toPartState(locked).state !== 'wanted') return toPartState(locked);
    return work(locked, (change) => changePart(tx, locked.part, change));
  });
}

export const getPartState = (deps: Deps, call: PartCall): Promise<ExportPartState> =>
  withOpenPart(deps, call, async (locked) => toPartState(locked));

/** A chunk counts once it is on disk. One for another offset is not written: the response contains the right one. */
export async function storeChunk(
  deps: Deps,
  call: PartCall,
  piece: { readonly offset: number; readonly bytes: Uint8Array },
): Promise<ExportPartState> {
  return withOpenPart(deps, call, async (locked, change) => {
    const received = Number(locked.part.received);
    if (piece.offset !== received || piece.bytes.length === 0) return toPartState(locked);
    const end = received + piece.bytes.length;
    if (end > MAX_EXPORT_PART_BYTES) throw new AppError('payload_too_large');
    await deps.exports.store.write(call.guid, locked.part.peer_number, piece.offset, piece.bytes);
    await change({ ...toAliveChange(call.now), received: end, ...toStartedAt(locked, call.now) });
    return toPartState(locked, end);
  });
}

const toStartedAt = ({ part }: LockedPart, now: string): PartChange =>
  part.state === 'running' ? {} : { state: 'running', started_at: part.started_at ?? now };

export async function storeReport(deps: Deps, call: PartCall, report: PartReport): Promise<ExportPartState> {
  return withOpenPart(deps, call, async (locked, change) => {
    const counts = { progress_count: report.progress_count, progress_over: report.progress_over };
    if (report.state === 'error') {
      await change({ ...counts, state: 'error', fault: report.fault ?? 'failed', ended_at: call.now });
      return { state: 'cancelled', received: Number(locked.part.received) };
    }
    const state = report.state === 'running' ? toStartedAt(locked, call.now) : toStartChange(locked, call.now);
    await change({ ...toAliveChange(call.now), ...counts, ...state });
    return toPartState(locked);
  });
}

const toStartChange = ({ part }: LockedPart, now: string): PartChange =>
  part.state === 'waiting' ? { state: 'starting', started_at: now } : {};

/** Accepts a part once: all bytes must be here and match the plant's hash. Reporting the same part again succeeds. */
export async function acceptPart(deps: Deps, call: PartCall, finish: PartFinish): Promise<ExportPartState> {
  const wrong = await withOpenOrAcceptedPart(deps, call, finish);
  if (typeof wrong === 'string') throw new AppError('conflict', { sub: wrong });
  return wrong;
}

async function withOpenOrAcceptedPart(
  deps: Deps,
  call: PartCall,
  finish: PartFinish,
): Promise<ExportPartState | 'part_size' | 'part_hash' | 'part_accepted'> {
  const sha256 = Buffer.from(finish.sha256, 'hex');
  return inTransaction(deps, async (tx) => {
    const locked = await lockPart(tx, call.guid, call.peerId);
    if (locked === undefined) throw new AppError('not_found');
    const { part } = locked;
    if (part.state === 'accepted') return part.sha256?.equals(sha256) === true ? toPartState(locked) : 'part_accepted';
    if (toPartState(locked).state !== 'wanted') return toPartState(locked);
    if (Number(part.received) !== finish.size) return 'part_size';
    const found = await deps.exports.store.hash(call.guid, part.peer_number, finish.size);
    if (found?.equals(sha256) !== true) {
      // Returned instead of thrown, so that the change is committed: the plant restarts from 0.
      await changePart(tx, part, { ...toAliveChange(call.now), received: 0 });
      return 'part_hash';
    }
    await changePart(tx, part, {
      ...toAliveChange(call.now),
      state: 'accepted',
      sha256,
      transits: finish.transits,
      pictures: finish.pictures,
      is_complete: finish.complete,
      started_at: part.started_at ?? call.now,
      ended_at: call.now,
    });
    return { state: 'accepted', received: finish.size };
  });
}
