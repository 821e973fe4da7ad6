import {
  EXPORT_PART_BYTES,
  type ExportPartState,
  type finishExportPart,
  type reportExportPart,
} from '@varco/contract/portal/export-parts.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { createTurns } from '@varco/server-kit/process/turns.ts';
import type { z } from 'zod';
import type { Tx } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { changePart, lockPart, type PartChange } from './part.queries.ts';

type Report = z.output<NonNullable<(typeof reportExportPart)['body']>>;
type Finish = z.output<NonNullable<(typeof finishExportPart)['body']>>;
type Deps = Pick<PortalDeps, 'db' | 'exports'>;
type Locked = NonNullable<Awaited<ReturnType<typeof lockPart>>>;

/**
 * Each of these calls holds a database connection while it writes or hashes; the limit leaves connections to the
 * other calls of the portal.
 */
const inTurn = createTurns(4);

/** A plant that has reported something is not called again for this long. */
const PATIENT_MS = 30_000;

export interface PartCall {
  readonly guid: string;
  readonly peerId: number;
  readonly now: string;
}

const alive = (now: string): PartChange => ({
  last_sign_at: now,
  next_try_at: new Date(Date.parse(now) + PATIENT_MS).toISOString(),
  tries: 0,
});

const stateOf = ({ part, isWanted }: Locked, received = Number(part.received)): ExportPartState => {
  if (part.state === 'accepted') return { state: 'accepted', received };
  return { state: isWanted && part.state !== 'error' && part.state !== 'cancelled' ? 'wanted' : 'cancelled', received };
};

const held = <T>({ db }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTurn(() => db.transaction().execute(work));

/** Runs `work` on the locked part of this plant when it is still needed; otherwise returns its state. */
function onPart(
  deps: Deps,
  { guid, peerId }: PartCall,
  work: (locked: Locked, change: (with_: PartChange) => Promise<void>) => Promise<ExportPartState>,
): Promise<ExportPartState> {
  return held(deps, async (tx) => {
    const locked = await lockPart(tx, guid, peerId);
    if (locked === undefined) throw new AppError('not_found');
    if (stateOf(locked).state !== 'wanted') return stateOf(locked);
    return work(locked, (change) => changePart(tx, locked.part, change));
  });
}

export const askedPart = (deps: Deps, call: PartCall): Promise<ExportPartState> =>
  onPart(deps, call, async (locked) => stateOf(locked));

/** A chunk counts once it is on disk. One for another offset is not written: the response contains the right one. */
export async function takePiece(
  deps: Deps,
  call: PartCall,
  piece: { readonly offset: number; readonly bytes: Uint8Array },
): Promise<ExportPartState> {
  return onPart(deps, call, async (locked, change) => {
    const received = Number(locked.part.received);
    if (piece.offset !== received || piece.bytes.length === 0) return stateOf(locked);
    const end = received + piece.bytes.length;
    if (end > EXPORT_PART_BYTES) throw new AppError('payload_too_large');
    await deps.exports.store.write(call.guid, locked.part.peer_number, piece.offset, piece.bytes);
    await change({ ...alive(call.now), received: end, ...begun(locked, call.now) });
    return stateOf(locked, end);
  });
}

const begun = ({ part }: Locked, now: string): PartChange =>
  part.state === 'running' ? {} : { state: 'running', started_at: part.started_at ?? now };

export async function takeReport(deps: Deps, call: PartCall, report: Report): Promise<ExportPartState> {
  return onPart(deps, call, async (locked, change) => {
    const counts = { progress_count: report.progress_count, progress_over: report.progress_over };
    if (report.state === 'error') {
      await change({ ...counts, state: 'error', fault: report.fault ?? 'failed', ended_at: call.now });
      return { state: 'cancelled', received: Number(locked.part.received) };
    }
    const state = report.state === 'running' ? begun(locked, call.now) : beginning(locked, call.now);
    await change({ ...alive(call.now), ...counts, ...state });
    return stateOf(locked);
  });
}

const beginning = ({ part }: Locked, now: string): PartChange =>
  part.state === 'waiting' ? { state: 'starting', started_at: now } : {};

/** Accepts a part once: all bytes must be here and match the plant's hash. Reporting the same part again succeeds. */
export async function acceptPart(deps: Deps, call: PartCall, finish: Finish): Promise<ExportPartState> {
  const wrong = await onPartOrAccepted(deps, call, finish);
  if (typeof wrong === 'string') throw new AppError('conflict', { sub: wrong });
  return wrong;
}

async function onPartOrAccepted(
  deps: Deps,
  call: PartCall,
  finish: Finish,
): Promise<ExportPartState | 'part_size' | 'part_hash' | 'part_accepted'> {
  const sha256 = Buffer.from(finish.sha256, 'hex');
  return held(deps, async (tx) => {
    const locked = await lockPart(tx, call.guid, call.peerId);
    if (locked === undefined) throw new AppError('not_found');
    const { part } = locked;
    if (part.state === 'accepted') return part.sha256?.equals(sha256) === true ? stateOf(locked) : 'part_accepted';
    if (stateOf(locked).state !== 'wanted') return stateOf(locked);
    if (Number(part.received) !== finish.size) return 'part_size';
    const found = await deps.exports.store.hash(call.guid, part.peer_number, finish.size);
    if (found?.equals(sha256) !== true) {
      // Returned instead of thrown, so that the change is committed: the plant restarts from 0.
      await changePart(tx, part, { ...alive(call.now), received: 0 });
      return 'part_hash';
    }
    await changePart(tx, part, {
      ...alive(call.now),
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
