import type { Pool } from 'pg';
import type { Runner } from '../../database/sql-statement.ts';
import { deleteChosenTransits, deleteChosenUnread } from '../retention/retention.public.ts';
import type { PersonData } from './find-person-data.ts';
import { insertBatch } from './person-requests.repository.ts';

/** Small, so that no transaction blocks ingest for long. */
const ROWS_PER_BATCH = 500;

/**
 * Deletes the transits of a request with pictures, reads, notes, corrections, alerts and counts; those under a legal hold stay.
 * Interrupted, it leaves whole batches deleted, each with its number (`countBatches`), and can be repeated.
 */
export async function erasePersonData(
  pool: Pool,
  request: string,
  { scope, rows }: Pick<PersonData, 'scope' | 'rows'>,
  signal: AbortSignal,
): Promise<void> {
  const record = (runner: Runner, n: number): Promise<void> => insertBatch(runner, request, 'erasure', n);
  const range = { fromMs: scope.fromMs, beforeMs: scope.toMs };
  for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
    signal.throwIfAborted();
    const batch = rows.slice(at, at + ROWS_PER_BATCH);
    const withPlate = batch.filter(({ plate }) => plate !== '');
    const without = batch.filter(({ plate }) => plate === '').map(({ id }) => id);
    const plates = [...new Set(withPlate.map(({ plate }) => plate))];
    if (withPlate.length > 0)
      await deleteChosenTransits(pool, { ...range, plates, ids: withPlate.map(({ id }) => id) }, record);
    if (without.length > 0) await deleteChosenUnread(pool, { ...range, ids: without }, record);
  }
}
