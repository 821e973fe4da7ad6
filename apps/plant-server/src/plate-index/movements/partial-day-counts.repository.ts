import { sql } from 'kysely';
import { compileStatement, type Runner } from '../../database/sql-statement.ts';
import { visibleTransits } from '../../policy/visible-transits.sql.ts';
import type { Span } from '../index-results.ts';
import type { IndexedDay, PlateIndex } from '../plate-index.ts';
import { findPartialDays, type PartialDayCounts } from '../tally.ts';

const spanLengthMs = (span: Span): number => Math.max(0, span.toMs - span.fromMs);

/** Counts, by plate, of the days that the window covers only partly. One statement per day, over at most half of it. */
export function readPartialDayCounts(
  runner: Runner,
  index: PlateIndex,
  span: Span,
): Promise<readonly PartialDayCounts[]> {
  return Promise.all(findPartialDays(index, span).map((day) => readOneDayCounts(runner, index, day, span)));
}

async function readOneDayCounts(
  runner: Runner,
  index: PlateIndex,
  day: IndexedDay,
  span: Span,
): Promise<PartialDayCounts> {
  const inside = { fromMs: Math.max(day.fromMs, span.fromMs), toMs: Math.min(day.toMs, span.toMs) };
  // There are no reads after the newest read, so the rest of today is empty.
  const outside = [
    { fromMs: day.fromMs, toMs: inside.fromMs },
    { fromMs: inside.toMs, toMs: Math.min(day.toMs, index.table.newestMs + 1000) },
  ].filter((range) => spanLengthMs(range) > 0);
  const readInside = spanLengthMs(inside) <= outside.reduce((sum, range) => sum + spanLengthMs(range), 0);
  const counts: (readonly [string, number])[] = [];
  for (const range of readInside ? [inside] : outside) counts.push(...(await countPassagesByPlate(runner, range)));
  return {
    dayFromMs: day.fromMs,
    side: readInside ? 'inside' : 'outside',
    counts: readInside ? counts : sumByPlate(counts),
  };
}

/** Adds up the counts of a plate that passed both before and after the window. */
function sumByPlate(counts: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const [plate, n] of counts) sums.set(plate, (sums.get(plate) ?? 0) + n);
  return [...sums];
}

/**
 * Passages by plate. The plates with equal counts are joined into one text, which costs a third of single rows; a plate
 * contains no comma.
 */
async function countPassagesByPlate(runner: Runner, span: Span): Promise<readonly (readonly [string, number])[]> {
  const query = sql`select p.n::int as n, string_agg(p.plate, ',') as plates from (
    select t.plate, count(*) as n ${visibleTransits({ gates: null, ...span })} group by t.plate) as p group by p.n`;
  const rows = await runner.run<{ n: number; plates: string }>(compileStatement(query));
  return rows.flatMap(({ n, plates }) => plates.split(',').map((plate) => [plate, n] as const));
}
