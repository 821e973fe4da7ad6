import { sql } from 'kysely';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { compileStatement, type Runner } from '../database/sql-statement.ts';
import { visibleTransits } from '../policy/visible-transits.sql.ts';
import type { Span } from './span.ts';
import { HOUR_MINUTES, HOUR_MS, MINUTE_MS, type HourPassages } from './passage-hours.ts';
import type { IndexedDay, PlateIndex } from './plate-index.ts';
import { findPartialDays, type PartialDayPassages, type PartialDays } from './tally.ts';

const spanLengthMs = (span: Span): number => Math.max(0, span.toMs - span.fromMs);

/** The whole minutes in a range, and the hours they belong to; half-open, counted since 1970. */
function toWholeMinutes({ fromMs, toMs }: Span) {
  const [from, to] = [Math.ceil(fromMs / MINUTE_MS), Math.floor(toMs / MINUTE_MS)];
  return { from, to, hours: [Math.floor(from / HOUR_MINUTES), Math.ceil(to / HOUR_MINUTES)] as const };
}

/** The part of a day that is read: what the window covers of it or what it leaves out, whichever is shorter. */
function chooseSide(
  index: PlateIndex,
  day: IndexedDay,
  span: Span,
): Pick<PartialDayPassages, 'side'> & { ranges: readonly Span[] } {
  const inside = { fromMs: Math.max(day.fromMs, span.fromMs), toMs: Math.min(day.toMs, span.toMs) };
  // There are no reads after the newest read, so the rest of today is empty.
  const outside = [
    { fromMs: day.fromMs, toMs: inside.fromMs },
    { fromMs: inside.toMs, toMs: Math.min(day.toMs, index.table.newestMs + 1000) },
  ].filter((range) => spanLengthMs(range) > 0);
  return spanLengthMs(inside) <= outside.reduce((sum, range) => sum + spanLengthMs(range), 0)
    ? { side: 'inside', ranges: [inside] }
    : { side: 'outside', ranges: outside };
}

/** True when no more than the rows of a minute must be read for the partial days of a window. */
export const arePartialDaysCached = (index: PlateIndex, span: Span): boolean =>
  findPartialDays(index, span)
    .flatMap((day) => chooseSide(index, day, span).ranges)
    .map(toWholeMinutes)
    .every(({ from, to, hours }) => from < to && index.passages.has(...hours));

/** What passed on the days that the window covers only partly. */
export async function readPartialDays(runner: Runner, index: PlateIndex, span: Span): Promise<PartialDays> {
  const { version } = index;
  const days = await Promise.all(
    findPartialDays(index, span).map(async (day) => {
      const { side, ranges } = chooseSide(index, day, span);
      const passages = await Promise.all(ranges.map((range) => readPassages(runner, index, range)));
      return { dayFromMs: day.fromMs, side, passages: passages.flat() };
    }),
  );
  return { version, days };
}

/** The ordinals of the plates that passed in a range, in several lists. */
async function readPassages(runner: Runner, index: PlateIndex, span: Span): Promise<readonly Uint32Array[]> {
  const { from, to, hours } = toWholeMinutes(span);
  if (from >= to) return [await readPartOfMinute(runner, index, span)];
  const [found, ...ends] = await Promise.all([
    index.passages.get(...hours, (first, end) => readHours(runner, index, first, end)),
    readPartOfMinute(runner, index, { fromMs: span.fromMs, toMs: from * MINUTE_MS }),
    readPartOfMinute(runner, index, { fromMs: to * MINUTE_MS, toMs: span.toMs }),
  ]);
  const inHours = found.map(({ ordinals, minuteStarts }, n) => {
    const firstMinute = ((hours[0] ?? 0) + n) * HOUR_MINUTES;
    const [begin, end] = [from - firstMinute, to - firstMinute].map(
      (minute) => minuteStarts[Math.min(HOUR_MINUTES, Math.max(0, minute))] ?? 0,
    );
    return ordinals.subarray(begin, end);
  });
  return [...inHours, ...ends];
}

/** Passages between a whole minute and the end of a window. */
async function readPartOfMinute(runner: Runner, index: PlateIndex, span: Span): Promise<Uint32Array> {
  if (spanLengthMs(span) === 0) return new Uint32Array(0);
  const query = sql`select string_agg(t.plate, ',') as plates ${visibleTransits({ gates: null, ...span })}`;
  const [row] = await runner.run<{ plates: string | null }>(compileStatement(query, 'index-part-of-minute'));
  return index.table.findJoined(row?.plates ?? '');
}

/**
 * Hours minute by minute. The plates of a minute are joined into one text, which costs a third of single rows; a plate
 * contains no comma.
 */
async function readHours(
  runner: Runner,
  index: PlateIndex,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, HourPassages>> {
  const span = { fromMs: from * HOUR_MS, toMs: to * HOUR_MS };
  const query = sql`select (extract(epoch from m.minute) / 60)::int as minute, m.plates from (
    select date_bin('1 minute', t.ts, ${toIsoInstant(span.fromMs)}::timestamptz) as minute, string_agg(t.plate, ',') as plates
    ${visibleTransits({ gates: null, ...span })} group by 1) as m`;
  const rows = await runner.run<{ minute: number; plates: string }>(compileStatement(query, 'index-hours'));
  const byMinute = new Map(rows.map(({ minute, plates }) => [minute, plates]));
  return new Map(
    Array.from({ length: to - from }, (_, n) => {
      const firstMinute = (from + n) * HOUR_MINUTES;
      const minutes = Array.from({ length: HOUR_MINUTES }, (_unused, m) =>
        index.table.findJoined(byMinute.get(firstMinute + m) ?? ''),
      );
      return [from + n, joinMinutes(minutes)];
    }),
  );
}

function joinMinutes(minutes: readonly Uint32Array[]): HourPassages {
  const minuteStarts = new Uint32Array(HOUR_MINUTES + 1);
  for (const [minute, { length }] of minutes.entries()) minuteStarts[minute + 1] = (minuteStarts[minute] ?? 0) + length;
  const ordinals = new Uint32Array(minuteStarts[HOUR_MINUTES] ?? 0);
  for (const [minute, found] of minutes.entries()) ordinals.set(found, minuteStarts[minute] ?? 0);
  return { ordinals, minuteStarts };
}
