import type { Runner } from '../database/sql-statement.ts';

/**
 * Part of an ingest or delete statement that records the changes for copies in memory (ADR 0005). `rows`: name of the
 * CTE that returns `plate` and `ts`; `sign`: 1 for added rows, -1 for deleted rows.
 */
export const recordChangesSql = (rows: string, sign: 1 | -1): string => `noted as (
  insert into plate_change (plates, days, counts, first_seen, last_seen)
  select array_agg(plate), array_agg(day), array_agg(${sign === 1 ? '' : '-'}n), array_agg(first_seen), array_agg(last_seen)
  from (select plate, (ts at time zone 'Europe/Rome')::date - date '1970-01-01' as day, count(*)::int as n,
      floor(extract(epoch from min(ts)))::bigint as first_seen, floor(extract(epoch from max(ts)))::bigint as last_seen
    from ${rows} group by 1, 2) as c
  having count(*) > 0)`;

/** Creates the mark if it is missing: on a new database, and after a database crash. */
export async function ensureChangeMark(runner: Runner): Promise<void> {
  await runner.run({
    text: `insert into plate_change_mark (next_state, next_at, gone_at)
      values (pg_current_snapshot(), clock_timestamp(), clock_timestamp()) on conflict do nothing`,
    values: [],
  });
}

const RETENTION_MINUTES = 3;

/**
 * Removes changes that every copy has had at least three minutes to read. A copy that was away for longer must be
 * loaded again.
 */
export async function prunePlateChanges(runner: Runner): Promise<void> {
  await ensureChangeMark(runner);
  await runner.run({
    text: `with due as materialized (
        select next_state from plate_change_mark where next_at < clock_timestamp() - make_interval(mins => $1) for update),
      moved as (
        update plate_change_mark set gone_at = next_at, next_state = pg_current_snapshot(), next_at = clock_timestamp()
        where exists (select from due))
      delete from plate_change where pg_visible_in_snapshot(xact, (select next_state from due))`,
    values: [RETENTION_MINUTES],
  });
}
