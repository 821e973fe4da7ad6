import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { ScanRequest } from './scan-statements.repository.ts';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';
import { visibleTransits, type Visibility } from '../../../policy/visible-transits.sql.ts';

const HOUR_MS = 3_600_000;

const countRangeRows = async (runner: Runner, range: Visibility, signal?: AbortSignal): Promise<number> => {
  const [row] = await runner.run<{ n: string }>(
    compileStatement(sql`select count(*)::text as n ${visibleTransits(range)}`),
    signal,
  );
  return Number(row?.n ?? 0);
};

/**
 * The first hour, from the near end, at which the number of rows exceeds `skip`. `before`: number of rows of the hours
 * nearer to that end.
 */
async function findHourOfRow(
  runner: Runner,
  range: Visibility,
  order: ScanRequest['order'],
  skip: number,
  signal?: AbortSignal,
): Promise<{ readonly hourMs: number; readonly before: number } | null> {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  const gates = range.gates === null ? sql`` : sql` and g.gate = any(${range.gates}::smallint[])`;
  const query = sql`select hour, (upto - n)::text as before from (
      select hour, n, sum(n) over (order by hour ${direction}) as upto from (
        select g.hour, sum(g.n) as n from gate_hour as g
        where g.hour >= ${toIsoInstant(range.fromMs)}::timestamptz and g.hour < ${toIsoInstant(range.toMs)}::timestamptz${gates}
        group by g.hour) as perhour) as running
    where upto > ${skip} order by hour ${direction} limit 1`;
  const [row] = await runner.run<{ hour: string; before: string }>(compileStatement(query), signal);
  return row === undefined ? null : { hourMs: Date.parse(row.hour), before: Number(row.before) };
}

/**
 * Shortens a request that filters only by time and gates when rows are to be skipped. The hourly roll-up tells how many
 * rows each hour has, so that at most the rows of one hour are read in vain. The returned `skip` is what is left to
 * skip.
 */
export async function skipByHours(
  runner: Runner,
  request: ScanRequest,
  skip: number,
  signal?: AbortSignal,
): Promise<{ readonly request: ScanRequest; readonly skip: number }> {
  const { range, order } = request;
  const [firstHour, lastHour] = [
    Math.ceil(range.fromMs / HOUR_MS) * HOUR_MS,
    Math.floor(range.toMs / HOUR_MS) * HOUR_MS,
  ];
  if (firstHour >= lastHour) return { request, skip };
  const isNewest = order === 'newest';
  const edge = isNewest ? { ...range, fromMs: lastHour } : { ...range, toMs: firstHour };
  const atEdge = await countRangeRows(runner, edge, signal);
  if (atEdge > skip) return { request, skip };
  const hours = { ...range, fromMs: firstHour, toMs: lastHour };
  const found = await findHourOfRow(runner, hours, order, skip - atEdge, signal);
  const remaining =
    found === null ? skip - atEdge - (await countHourRows(runner, hours, signal)) : skip - atEdge - found.before;
  const nearHourMs = found?.hourMs ?? (isNewest ? firstHour - HOUR_MS : lastHour);
  const narrowed = isNewest ? { ...range, toMs: nearHourMs + HOUR_MS } : { ...range, fromMs: nearHourMs };
  return { request: { ...request, range: narrowed }, skip: remaining };
}

async function countHourRows(runner: Runner, range: Visibility, signal?: AbortSignal): Promise<number> {
  const gates = range.gates === null ? sql`` : sql` and g.gate = any(${range.gates}::smallint[])`;
  const query = sql`select coalesce(sum(g.n), 0)::text as n from gate_hour as g
    where g.hour >= ${toIsoInstant(range.fromMs)}::timestamptz and g.hour < ${toIsoInstant(range.toMs)}::timestamptz${gates}`;
  const [row] = await runner.run<{ n: string }>(compileStatement(query), signal);
  return Number(row?.n ?? 0);
}
