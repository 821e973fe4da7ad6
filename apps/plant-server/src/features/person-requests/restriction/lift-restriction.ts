import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { inTransaction } from '../../../database/pg-runner.ts';
import { retryTransaction } from '../../../database/retry-transaction.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import type { TakenTransit } from '../../retention/retention.public.ts';
import type { PersonRequestsDeps } from '../person-requests.deps.ts';
import { findRequest, insertBatch, lockRequest } from '../person-requests.repository.ts';
import { clearLostPictures, ensureMonths, type LostPictures, putBack } from './put-back.repository.ts';
import { deleteRestricted, readRestricted, readRestrictedPictures } from './restricted.repository.ts';
import { openPicture, openTransit, readPictureHashes, RESTRICTED_PICTURES } from './seal-restricted.ts';

/** Few, because the pictures of a batch are in memory. */
const ROWS_PER_BATCH = 50;

type Needs = Pick<PersonRequestsDeps, 'pool' | 'store' | 'key' | 'pictures'>;

/** A restricted transit that was opened; `lost`: pictures that ended with their own term meanwhile. */
interface OpenedTransit {
  readonly record: string;
  readonly transit: TakenTransit;
  readonly lost: LostPictures['kinds'];
}

/**
 * Puts what a request restricted back, as it was, with roll-ups and pictures; no alert is raised. Each batch leaves the restriction in
 * the transaction that puts it back, so that an interruption loses and doubles nothing, and it can be repeated.
 */
export async function liftRestriction(needs: Needs, request: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const rows = await readRestricted(needs.store.runner, request, null, ROWS_PER_BATCH);
    if (rows.length === 0) return;
    const transits = rows.map(({ id, sealed }) => ({ record: id, transit: openTransit(needs.key, id, sealed) }));
    const opened = await restorePictures(needs, transits);
    await ensureMonths(
      needs.store,
      rows.map(({ ts }) => ts),
    );
    await retryTransaction(() => inTransaction(needs.pool, (runner) => liftBatch(runner, request, opened)));
  }
}

async function liftBatch(runner: Runner, request: string, opened: readonly OpenedTransit[]): Promise<void> {
  await lockRequest(runner, request);
  const row = await findRequest(runner, request);
  if (row === null || row.notice_at === null || row.lift_at !== null || row.erasure_at !== null)
    throw new AppError('conflict');
  const there = await deleteRestricted(
    runner,
    opened.map(({ record }) => record),
  );
  const lifted = opened.filter(({ record }) => there.has(record));
  if (lifted.length === 0) return;
  await putBack(
    runner,
    lifted.map(({ transit }) => transit),
  );
  const lost = lifted.filter((one) => one.lost.length > 0);
  await clearLostPictures(
    runner,
    lost.map(({ transit, lost: kinds }) => ({ transit, kinds })),
  );
  await insertBatch(runner, request, 'lift', lifted.length);
}

/** Stores the files before their transits, like ingest: those of a batch that is not stored are removed as orphans. */
async function restorePictures(
  { store, key, pictures }: Needs,
  transits: readonly Pick<OpenedTransit, 'record' | 'transit'>[],
): Promise<readonly OpenedTransit[]> {
  const sealed = await readRestrictedPictures(
    store.runner,
    transits.map(({ record }) => record),
  );
  for (const { transit, kind, sealed: bytes } of sealed) {
    const picture = openPicture(key, transit, kind, bytes);
    if (picture.length > 0) await pictures.put(picture, kind === 'plate' ? 'plate' : 'context');
  }
  return transits.map(({ record, transit }) => {
    const hashes = readPictureHashes(transit);
    const isThere = (kind: string): boolean => sealed.some((one) => one.transit === record && one.kind === kind);
    return { record, transit, lost: RESTRICTED_PICTURES.filter((kind) => hashes[kind] !== '' && !isThere(kind)) };
  });
}
