import type { Pool } from 'pg';
import { deleteChosenTransits, deleteChosenUnread } from '../retention/retention.public.ts';
import type { PersonData } from './find-person-data.ts';

/** Small, so that no transaction blocks ingest for long. */
const ROWS_PER_BATCH = 500;

/**
 * Deletes the transits with pictures, reads, notes, corrections, alerts and counts; those under a legal hold stay. Interrupted, it
 * leaves whole batches deleted and can be repeated. Returns the number deleted.
 */
export async function erasePersonData(
  pool: Pool,
  { scope, rows }: Pick<PersonData, 'scope' | 'rows'>,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  const range = { fromMs: scope.fromMs, beforeMs: scope.toMs };
  for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
    signal.throwIfAborted();
    const batch = rows.slice(at, at + ROWS_PER_BATCH);
    const withPlate = batch.filter(({ plate }) => plate !== '');
    const without = batch.filter(({ plate }) => plate === '').map(({ id }) => id);
    const plates = [...new Set(withPlate.map(({ plate }) => plate))];
    if (withPlate.length > 0)
      deleted += await deleteChosenTransits(pool, { ...range, plates, ids: withPlate.map(({ id }) => id) });
    if (without.length > 0) deleted += await deleteChosenUnread(pool, { ...range, ids: without });
  }
  return deleted;
}
