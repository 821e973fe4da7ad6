import type { Runner } from '../database/sql-statement.ts';
import type { IndexState } from './load-index.repository.ts';
import type { DayChange } from './plate-index.ts';

/** Changes since a state; null when the changes are no longer complete and everything must be loaded again. */
export type PlateChanges = { readonly changes: readonly DayChange[]; readonly state: IndexState } | null;

interface PlateChangeRow {
  readonly snapshot: string;
  readonly at: string;
  readonly generation: string | null;
  readonly is_complete: boolean | null;
  readonly plates: readonly string[] | null;
  readonly days: readonly number[] | null;
  readonly counts: readonly number[] | null;
  readonly first_seen: readonly string[] | null;
  readonly last_seen: readonly string[] | null;
}

/**
 * Reads the changes of transactions that the state could not see and the database can see now: later transactions and
 * those that were still running. One statement on one snapshot, so nothing is read twice and nothing is missed, in
 * whatever order the transactions ended.
 */
export async function readPlateChanges(runner: Runner, from: IndexState): Promise<PlateChanges> {
  const rows = await runner.run<PlateChangeRow>({
    // Not a prepared statement: planned with the actual snapshot, the few new rows are found through their index.
    text: `select pg_current_snapshot()::text as snapshot, statement_timestamp()::text as at, m.generation::text as generation,
        m.gone_at <= $2::timestamptz as is_complete, c.plates, c.days, c.counts, c.first_seen, c.last_seen
      from (select 1) as one left join plate_change_mark as m on true left join (
        select * from plate_change where xact >= pg_snapshot_xmax($1::pg_snapshot)
        union all select * from plate_change where xact = any(array(select pg_snapshot_xip($1::pg_snapshot)))) as c on true`,
    values: [from.snapshot, from.at],
  });
  const [first] = rows;
  if (first === undefined || first.generation !== from.generation || first.is_complete !== true) return null;
  const state = { snapshot: first.snapshot, at: first.at, generation: first.generation };
  return { state, changes: rows.flatMap(toDayChanges) };
}

const toDayChanges = ({ plates, days, counts, first_seen: firsts, last_seen: lasts }: PlateChangeRow): DayChange[] =>
  (plates ?? []).map((plate, i) => ({
    plate,
    day: days?.[i] ?? 0,
    n: counts?.[i] ?? 0,
    firstSeen: Number(firsts?.[i]),
    lastSeen: Number(lasts?.[i]),
  }));
