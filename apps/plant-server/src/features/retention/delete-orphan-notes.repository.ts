import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';

/**
 * Deletes notes and corrections older than `beforeMs` whose transit is gone. They are deleted with it, unless somebody
 * wrote one at the very moment of its deletion. Returns their number.
 */
export async function deleteOrphanNotes(runner: Runner, beforeMs: number): Promise<number> {
  let count = 0;
  for (const table of ['transit_note', 'plate_correction'] as const)
    count += (
      await runner.run({
        text: `delete from ${table} as o where o.ts < $1::timestamptz
        and not exists (select from transit as t where t.plate = o.plate and t.ts = o.ts and t.id = o.id)
        and not exists (select from unread_transit as t where t.plate = o.plate and t.ts = o.ts and t.id = o.id) returning o.id`,
        values: [toIsoInstant(beforeMs)],
      })
    ).length;
  return count;
}
