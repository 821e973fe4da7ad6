import type { Pool } from 'pg';
import { retryTransaction } from '../../../database/retry-transaction.ts';
import type { Runner } from '../../../database/sql-statement.ts';
import type { PlantServices } from '../../../context/plant-services.ts';
import type { ServerKey } from '../../../auth/server-key.ts';
import { listNotOnHold, runDeletion } from '../../retention/retention.public.ts';
import { insertBatch } from '../person-requests.repository.ts';
import { openForHolds } from './open-for-holds.ts';
import {
  deleteRestricted,
  deleteRestrictedPictures,
  readRestricted,
  readRestrictedBefore,
  type RestrictedRow,
  readWithPicturesBefore,
} from './restricted.repository.ts';
import type { RestrictedPictureKind } from './seal-restricted.ts';

const ROWS_PER_BATCH = 500;

type Needs = Pick<PlantServices, 'pool' | 'store' | 'key'>;
type ReadPage = (after: RestrictedRow | null) => Promise<readonly RestrictedRow[]>;

/** Ids of records that no legal hold covers. `unreadable`: of another key or version, which nobody can judge; they stay. */
interface Unheld {
  readonly ids: readonly string[];
  readonly unreadable: number;
}

/** Goes through all pages of records; each page is one transaction that no new hold can overlap. */
async function forEachUnheld(
  pool: Pool,
  key: ServerKey,
  readPage: ReadPage,
  work: (runner: Runner, unheld: Unheld) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let after: RestrictedRow | null = null;
  while (!signal.aborted) {
    const rows: readonly RestrictedRow[] = await readPage(after);
    if (rows.length === 0) return;
    const opened = openForHolds(key, rows);
    await retryTransaction(() =>
      runDeletion(pool, async (runner) => {
        const free = await listNotOnHold(runner, opened);
        await work(runner, { ids: [...free], unreadable: rows.length - opened.length });
      }),
    );
    after = rows.at(-1) ?? null;
  }
}

/** Deletes what a request restricted; what a legal hold covers stays restricted. Can be interrupted and repeated. */
export async function eraseRestricted(
  { pool, store, key }: Needs,
  request: string,
  check: (runner: Runner) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await forEachUnheld(
    pool,
    key,
    (after) => readRestricted(store.runner, request, after, ROWS_PER_BATCH),
    async (runner, { ids }) => {
      await check(runner);
      const gone = await deleteRestricted(runner, ids);
      if (gone.size > 0) await insertBatch(runner, request, 'erasure', gone.size);
    },
    signal,
  );
  signal.throwIfAborted();
}

/** Instants before which transits and their pictures are past their term, in milliseconds. */
export interface RestrictedCutoffs {
  readonly transits: number;
  readonly plate: number;
  readonly context: number;
}

/** What retention deleted of restricted transits. */
export interface ExpiredRestricted {
  readonly restricted_transits: number;
  /** Restricted transits that lost a picture. */
  readonly restricted_pictures: number;
  /** Records past their term that nobody can open, for example with the key of another installation. */
  readonly restricted_unreadable: number;
}

/** Deletes restricted transits and pictures past their term, unless on hold: a restriction does not make data stay longer. */
export async function expireRestricted(
  { pool, store: { runner: reader }, key }: Needs,
  cutoffs: RestrictedCutoffs,
  signal: AbortSignal,
): Promise<ExpiredRestricted> {
  let [transits, unreadable, pictures] = [0, 0, 0];
  await forEachUnheld(
    pool,
    key,
    (after) => readRestrictedBefore(reader, cutoffs.transits, after, ROWS_PER_BATCH),
    async (runner, page) => {
      transits += (await deleteRestricted(runner, page.ids)).size;
      unreadable += page.unreadable;
    },
    signal,
  );
  const expire = (kinds: readonly RestrictedPictureKind[], beforeMs: number): Promise<void> =>
    forEachUnheld(
      pool,
      key,
      (after) => readWithPicturesBefore(reader, kinds, beforeMs, after, ROWS_PER_BATCH),
      async (runner, { ids }) => {
        pictures += await deleteRestrictedPictures(runner, ids, kinds);
      },
      signal,
    );
  await expire(['full', 'plate'], cutoffs.plate);
  await expire(['context'], cutoffs.context);
  return { restricted_transits: transits, restricted_pictures: pictures, restricted_unreadable: unreadable };
}
