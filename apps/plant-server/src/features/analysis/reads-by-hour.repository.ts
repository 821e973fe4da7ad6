import { sql } from 'kysely';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

const HOUR_MS = 3_600_000;

/** Hours of a window at its gates, from the roll-up. The first and last hours are included completely. */
const fromGateHours = ({ gates, fromMs, toMs }: Visibility) => sql`from gate_hour as g
  where g.hour > ${toIsoInstant(fromMs - HOUR_MS)}::timestamptz and g.hour < ${toIsoInstant(toMs)}::timestamptz
    ${gates === null ? sql`` : sql`and g.gate = any(${gates}::smallint[])`}`;

/** Approximate number of reads in a window, by whole hours of the roll-up. */
export async function countReadsByHour(runner: Runner, visible: Visibility, signal?: AbortSignal): Promise<number> {
  const query = sql`select coalesce(sum(g.n), 0)::text as n ${fromGateHours(visible)}`;
  const [row] = await runner.run<{ n: string }>(compileStatement(query), signal);
  return Number(row?.n ?? 0);
}

/**
 * The newest part of a window that contains at most `most` reads, cut at a whole hour; the newest hour is always
 * included. Uses the roll-up, so that a query that is too large is recognised before it runs.
 */
export async function limitToNewestReads(
  runner: Runner,
  visible: Visibility,
  maxReads: number,
  signal?: AbortSignal,
): Promise<{ readonly fromMs: number; readonly isCut: boolean }> {
  const query = sql`select min(hour) filter (where running <= ${maxReads} or at_most = 1) as first, bool_or(running > ${maxReads}) as is_cut from (
      select g.hour, sum(sum(g.n)) over (order by g.hour desc) as running, row_number() over (order by g.hour desc) as at_most
      ${fromGateHours(visible)} group by g.hour
    ) as h`;
  const [row] = await runner.run<{ first: string | null; is_cut: boolean | null }>(compileStatement(query), signal);
  if (row?.is_cut !== true || row.first === null) return { fromMs: visible.fromMs, isCut: false };
  const cutMs = parseInstantMs(row.first);
  return cutMs > visible.fromMs ? { fromMs: cutMs, isCut: true } : { fromMs: visible.fromMs, isCut: false };
}
