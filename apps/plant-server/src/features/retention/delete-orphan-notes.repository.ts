import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { Runner } from '../../database/sql-statement.ts';

/**
 * Deletes notes, corrections and reads older than `beforeMs` whose transit is gone. They are deleted with it, unless somebody
 * wrote one at the very moment of its deletion. Returns their number.
 */
export async function deleteOrphanNotes(runner: Runner, beforeMs: number): Promise<number> {
  let count = 0;
  for (const table of ['transit_note', 'plate_correction', 'transit_read'] as const)
    count += (
      await runner.run({
        text: `with old as materialized (select distinct plate, ts, id from ${table} where ts < $1::timestamptz),
        there as materialized (
          select t.plate, t.ts, t.id from old as o join transit as t on t.plate = o.plate and t.ts = o.ts and t.id = o.id
          union all
          select t.plate, t.ts, t.id from old as o join unread_transit as t on t.plate = o.plate and t.ts = o.ts and t.id = o.id),
        gone as materialized (select * from old except select * from there)
        delete from ${table} as o using gone as g where o.plate = g.plate and o.ts = g.ts and o.id = g.id returning o.id`,
        values: [toIsoInstant(beforeMs)],
      })
    ).length;
  return count;
}
