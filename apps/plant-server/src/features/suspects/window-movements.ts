import { habitOf, type MovementFacts } from '@varco/domain/analysis/excess-shares.ts';
import { addDays, romeDayOf, romeDayStart, romeHourOf } from '@varco/domain/time/rome.ts';
import type { DayPart } from '../../plate-index/movements/cut-movements.ts';
import {
  FOUND_NUMBERS,
  type DayRange,
  type FoundMovements,
  type MovementAsk,
} from '../../plate-index/movements/find-movements.ts';
import { gatesByDay } from '../../plate-index/movements/movements.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { Runner } from '../../database/statement.ts';
import type { Visibility } from '../../policy/visible-transits.ts';
import {
  activityOf,
  type Counts,
  daysOfSpan,
  earlierSpans,
  habitSpans,
  isLong,
  MOST_JUMPERS,
  movementsFromDatabase,
  isRoaming,
  wholeDays,
  withHabit,
  type MovementRequest,
  type Values,
  type WindowMovements,
} from './suspect-movements.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NIGHT_ENDS = 5;

/**
 * Plates that stand out in the window, with their habits before it: from the days in memory if the plate index is
 * available, otherwise from the database. Both give the same result (ADR 0102).
 */
export async function windowMovements(
  { runner, plateIndex }: Pick<PlantStore, 'runner' | 'plateIndex'>,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<WindowMovements> {
  const found = request.hasDays ? await plateIndex.movements(askOf(request), signal) : null;
  if (found === null) return movementsFromDatabase(runner, request, signal);
  const facts = isLong(request)
    ? await factsOf(runner, found, request, signal)
    : await factsOfHours(runner, found, request, signal);
  const { jumpers: jumpPlates, byOctave: platesByLog2 } = found;
  const spans = earlierSpans(request.window, request.earliestMs).length;
  return {
    facts,
    jumpers: jumpPlates,
    byOctave: platesByLog2,
    spans,
    uncounted: isLong(request) ? cutParts(request.window) : [],
  };
}

/** Partial days of the window. The index counts only passages of its whole days. */
function cutParts({ gates, fromMs, toMs }: Visibility): readonly Visibility[] {
  const fromDay = romeDayOf(fromMs);
  const firstMs = romeDayStart(fromDay) === fromMs ? fromMs : romeDayStart(addDays(fromDay, 1));
  const lastMs = romeDayStart(romeDayOf(toMs));
  // The window contains no whole day.
  const partialDays =
    firstMs >= lastMs ? [[fromMs, toMs] as const] : [[fromMs, firstMs] as const, [lastMs, toMs] as const];
  return partialDays.filter(([from, to]) => from < to).map(([from, to]) => ({ gates, fromMs: from, toMs: to }));
}

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / DAY_MS;

const rangeOf = ({ from, to }: { readonly from: string; readonly to: string }): DayRange => ({
  from: numberOf(from),
  to: numberOf(to),
});

/** The window as whole days and the partial days at its ends. */
function askOf(request: MovementRequest): MovementAsk {
  const { window, earliestMs } = request;
  const { fromMs, toMs } = window;
  const { first, last } = wholeDays(request);
  const [before, after] = [Math.min(toMs, romeDayStart(first)), Math.max(fromMs, romeDayStart(last))];
  const partialDays = [
    { fromMs, toMs: before },
    // The whole window may lie inside one day.
    { fromMs: Math.max(before, after), toMs },
  ];
  return {
    fromMs,
    toMs,
    days: rangeOf({ from: first, to: last }),
    parts: partialDays
      .filter((partialDay) => partialDay.fromMs < partialDay.toMs)
      .map((partialDay) => partOf(partialDay, earliestMs)),
    spans: isLong(request) ? earlierSpans(window, earliestMs).map((span) => rangeOf(daysOfSpan(span))) : [],
    activity: activityOf(request),
    earliestMs,
    mostJumpers: MOST_JUMPERS,
  };
}

/** The part of one Rome day that lies in the window, and which part of its night that includes. */
function partOf({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }, earliestMs: number): DayPart {
  const day = romeDayOf(fromMs);
  const dayFromMs = romeDayStart(day);
  // On the days when the clock changes, five hours after midnight it is 4 or 6 o'clock.
  const fiveHoursMs = dayFromMs + NIGHT_ENDS * HOUR_MS;
  const nightEndsMs = fiveHoursMs + (NIGHT_ENDS - romeHourOf(fiveHoursMs)) * HOUR_MS;
  const range = { day: numberOf(day), dayFromMs, nightEndsMs, fromMs, toMs };
  if (fromMs >= nightEndsMs) return { ...range, night: 'none' };
  // A loop may begin in the hour before midnight. `movement_day` counts it even when that hour may not be read here.
  if (earliestMs > dayFromMs - HOUR_MS) return { ...range, night: 'unsure' };
  return { ...range, night: fromMs === dayFromMs && toMs >= nightEndsMs ? 'all' : 'part' };
}

function valuesOf({ numbers }: FoundMovements, at: number): Values {
  const from = at * FOUND_NUMBERS;
  const field = (n: number): number => numbers[from + n] ?? 0;
  return { night: field(0), night_days: field(1), loops: field(2), night_loops: field(3), gates: field(4) };
}

function countsOf({ numbers }: FoundMovements, at: number): Counts {
  const from = at * FOUND_NUMBERS + 9;
  return { reads: numbers[from] ?? 0, passages: numbers[from + 1] ?? 0 };
}

/**
 * For whole days the index also knows the usual values, except for gates, because it has no rows of days with few
 * gates.
 */
async function factsOf(
  runner: Runner,
  found: FoundMovements,
  { window, earliestMs }: MovementRequest,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, MovementFacts>> {
  const { plates, numbers } = found;
  const known = plates.map((plate, at) => ({ plate, at, value: valuesOf(found, at) }));
  const roaming = known.filter(({ value }) => isRoaming(value)).map(({ plate }) => plate);
  const gatesHabit = await habitOfGates(runner, roaming, earlierSpans(window, earliestMs), signal);
  return new Map(
    known.map(({ plate, at, value }) => {
      const from = at * FOUND_NUMBERS + 5;
      const field = (n: number): number => numbers[from + n] ?? 0;
      const habit = {
        night: field(0),
        night_days: field(1),
        loops: field(2),
        night_loops: field(3),
        gates: gatesHabit.get(plate) ?? 0,
      };
      return [plate, { value, habit, ...countsOf(found, at) }];
    }),
  );
}

async function habitOfGates(
  runner: Runner,
  roaming: readonly string[],
  spans: ReturnType<typeof earlierSpans>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const bySpan = await Promise.all(spans.map((span) => gatesByDay(runner, span, roaming, signal)));
  const maxGates = bySpan.map((days) => {
    const found = new Map<string, number>();
    for (const { plate, gates } of days) found.set(plate, Math.max(gates, found.get(plate) ?? 0));
    return found;
  });
  return new Map(roaming.map((plate) => [plate, habitOf(maxGates.map((span) => span.get(plate) ?? 0))]));
}

/** For less than a day the habit is that of the same hours, which only the rows contain. */
async function factsOfHours(
  runner: Runner,
  found: FoundMovements,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, MovementFacts>> {
  const values = new Map(found.plates.map((plate, at) => [plate, valuesOf(found, at)]));
  const counts = new Map(found.plates.map((plate, at) => [plate, countsOf(found, at)]));
  return withHabit(values, await habitSpans(runner, request, values, signal), counts);
}
