import { sql, type RawBuilder } from 'kysely';
import { TRANSIT_EPOCH_MS, TRANSIT_HASH_BITS } from '@varco/domain/transits/transit-id.ts';

/**
 * Milliseconds from an instant to a transit (`t`), taken from its id as an integer. `extract` on a timestamp gives a
 * decimal, whose arithmetic takes longer than finding the row.
 */
export const millisecondsSince = (fromMs: number): RawBuilder<string> =>
  sql<string>`((t.id >> ${sql.lit(TRANSIT_HASH_BITS)}) - ${fromMs - TRANSIT_EPOCH_MS}::int8)`;
