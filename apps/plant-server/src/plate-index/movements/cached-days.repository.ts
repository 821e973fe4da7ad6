import { findRow, type Runner } from '../../database/sql-statement.ts';

/** The stored version of each of these days (counted since 1970-01-01); days without rows are left out. */
export const readMovementVersions = (
  runner: Runner,
  days: readonly number[],
): Promise<readonly { readonly day: number; readonly version: string }[]> =>
  runner.run<{ day: number; version: string }>({
    name: 'movement-versions',
    text: `select v.day - date '1970-01-01' as day, v.version::text as version from movement_day_version as v
      where v.day = any(array(select date '1970-01-01' + n from unnest($1::int[]) as n))`,
    values: [days],
  });

/**
 * Reads a day joined into one text, which costs a third of single rows; a plate contains neither space nor comma.
 * Version and rows come from one snapshot.
 */
export const readMovementDay = (
  runner: Runner,
  day: number,
): Promise<{ readonly version: string; readonly rows: string | null } | null> =>
  findRow<{ version: string; rows: string | null }>(runner, {
    name: 'movement-day',
    text: `select v.version::text as version, (
        select string_agg(concat_ws(' ', d.plate, d.night, d.loops, d.night_loops, d.gates, least(d.jumps, 1)), ',' order by d.plate)
        from movement_day as d where d.day = date '1970-01-01' + $1::int) as rows
      from movement_day_version as v where v.day = date '1970-01-01' + $1::int`,
    values: [day],
  });
