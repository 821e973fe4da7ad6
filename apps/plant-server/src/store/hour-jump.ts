import { sql } from 'kysely';
import { isoOf } from '@varco/domain/time/rome.ts';
import type { Drive } from './drivers.ts';
import { statementOf, type Runner } from './statement.ts';
import { visibleTransits, type Visibility } from './visible-transits.ts';

const HOUR_MS = 3_600_000;

const countRows = async (runner: Runner, part: Visibility, signal?: AbortSignal): Promise<number> => {
  const [row] = await runner.run<{ n: string }>(
    statementOf(sql`select count(*)::text as n ${visibleTransits(part)}`),
    signal,
  );
  return Number(row?.n ?? 0);
};

/**
 * The first hour, from the near end, at which the number of rows exceeds `skip`. `before`: number of rows of the hours
 * nearer to that end.
 */
async function hourOf(
  runner: Runner,
  part: Visibility,
  order: Drive['order'],
  skip: number,
  signal?: AbortSignal,
): Promise<{ readonly hourMs: number; readonly before: number } | null> {
  const way = order === 'newest' ? sql`desc` : sql`asc`;
  const gates = part.gates === null ? sql`` : sql` and g.gate = any(${part.gates}::smallint[])`;
  const query = sql`select hour, (upto - n)::text as before from (
      select hour, n, sum(n) over (order by hour ${way}) as upto from (
        select g.hour, sum(g.n) as n from gate_hour as g
        where g.hour >= ${isoOf(part.fromMs)}::timestamptz and g.hour < ${isoOf(part.toMs)}::timestamptz${gates}
        group by g.hour) as perhour) as running
    where upto > ${skip} order by hour ${way} limit 1`;
  const [row] = await runner.run<{ hour: string; before: string }>(statementOf(query), signal);
  return row === undefined ? null : { hourMs: Date.parse(row.hour), before: Number(row.before) };
}

/**
 * Shortens a plan that filters only by time and gates when rows are to be skipped. The hourly roll-up tells how many
 * rows each hour has, so that at most the rows of one hour are read in vain. The returned `skip` is what is left to
 * skip.
 */
export async function jumpByHours(
  runner: Runner,
  drive: Drive,
  skip: number,
  signal?: AbortSignal,
): Promise<{ readonly drive: Drive; readonly skip: number }> {
  const { part, order } = drive;
  const [firstHour, lastHour] = [Math.ceil(part.fromMs / HOUR_MS) * HOUR_MS, Math.floor(part.toMs / HOUR_MS) * HOUR_MS];
  if (firstHour >= lastHour) return { drive, skip };
  const isNewest = order === 'newest';
  const edge = isNewest ? { ...part, fromMs: lastHour } : { ...part, toMs: firstHour };
  const atEdge = await countRows(runner, edge, signal);
  if (atEdge > skip) return { drive, skip };
  const hours = { ...part, fromMs: firstHour, toMs: lastHour };
  const found = await hourOf(runner, hours, order, skip - atEdge, signal);
  const rest =
    found === null ? skip - atEdge - (await hoursTotal(runner, hours, signal)) : skip - atEdge - found.before;
  const near = found?.hourMs ?? (isNewest ? firstHour - HOUR_MS : lastHour);
  const narrowed = isNewest ? { ...part, toMs: near + HOUR_MS } : { ...part, fromMs: near };
  return { drive: { ...drive, part: narrowed }, skip: rest };
}

async function hoursTotal(runner: Runner, part: Visibility, signal?: AbortSignal): Promise<number> {
  const gates = part.gates === null ? sql`` : sql` and g.gate = any(${part.gates}::smallint[])`;
  const query = sql`select coalesce(sum(g.n), 0)::text as n from gate_hour as g
    where g.hour >= ${isoOf(part.fromMs)}::timestamptz and g.hour < ${isoOf(part.toMs)}::timestamptz${gates}`;
  const [row] = await runner.run<{ n: string }>(statementOf(query), signal);
  return Number(row?.n ?? 0);
}
