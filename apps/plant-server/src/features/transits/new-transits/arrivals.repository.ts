import type { Runner } from '../../../database/sql-statement.ts';

/** The newest arrivals that are looked at in one round; older ones cannot be at the top of a list. */
const MAX_ARRIVALS = 5_000;

/** What arrived after several snapshots, as one later snapshot saw it. */
export interface Arrivals {
  /** Name of the later snapshot. */
  readonly seen: string;
  /** Ids by the snapshot after which they arrived, newest first. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
}

/** The snapshot in which this search was begun; the present one when it is not saved. */
export async function readSearchStart(runner: Runner, key: string): Promise<string> {
  const [row] = await runner.run<{ seen: string }>({
    name: 'search-start',
    text: `select coalesce((select seen::text from search_start where key = $1), pg_current_snapshot()::text) as seen`,
    values: [key],
  });
  if (row === undefined) throw new Error('no snapshot');
  return row.seen;
}

/** @param fromId transits with smaller ids, which are older, do not count */
export async function readArrivals(runner: Runner, seen: readonly string[], fromId: string): Promise<Arrivals> {
  const rows = await runner.run<{ now: string; seen: string | null; ids: string[] }>({
    name: 'arrivals-after',
    // One statement, so that all streams continue from one snapshot.
    text: `select pg_current_snapshot()::text as now, b.seen,
      array(select u.id::text from recent_arrival as a cross join lateral unnest(a.ids) as u(id)
        where a.xid >= pg_snapshot_xmin(b.seen::pg_snapshot) and not pg_visible_in_snapshot(a.xid, b.seen::pg_snapshot)
          and u.id >= $2 order by u.id desc limit ${MAX_ARRIVALS}) as ids
      from (select null as seen union all select unnest($1::text[])) as b(seen)`,
    values: [seen, fromId],
  });
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('no snapshot');
  return { seen: now, ids: new Map(rows.flatMap((row) => (row.seen === null ? [] : [[row.seen, row.ids] as const]))) };
}
