import { sql, type RawBuilder } from 'kysely';
import { TRANSIT_EPOCH_MS, TRANSIT_HASH_BITS } from '@varco/domain/transits/transit-id.ts';

/**
 * Milliseconds from an instant to a transit (`t`), as its id tells them: whole numbers. What `extract` gives of a time is decimals, whose arithmetic
 * takes longer than finding the row.
 */
export const msAfter = (fromMs: number): RawBuilder<string> =>
  sql<string>`((t.id >> ${sql.lit(TRANSIT_HASH_BITS)}) - ${fromMs - TRANSIT_EPOCH_MS}::int8)`;
