import { medianOfSpans, type MovementFacts } from '@varco/domain/analysis/excess-shares.ts';
import { addDays, toRomeDay, romeDayStart, toRomeHour } from '@varco/domain/time/rome.ts';
import type { PartialDay } from '../../plate-index/movements/partial-day-movements.ts';
import {
  NUMBERS_PER_PLATE,
  type DayRange,
  type FoundMovements,
  type MovementQuery,
} from '../../plate-index/movements/find-movements.ts';
import { countGatesByDay } from '../../plate-index/movements/movements.repository.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import {
  activityRange,
  type PassageCounts,
  getDaysOfSpan,
  computeEarlierSpans,
  readHabitSpans,
  isDayOrLonger,
  MAX_JUMP_PLATES,
  findMovementsInDatabase,
  hasManyGates,
  getWholeDays,
  addHabits,
  type MovementRequest,
  type MovementValues,
  type WindowMovements,
} from './suspect-movements.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NIGHT_END_HOUR = 5;

/**
 * Plates that stand out in the window, with their habits before it: from the days in memory if the plate index is
 * available, otherwise from the database. Both give the same result (ADR 0005).
 */
export async function findWindowMovements(
  { runner, plateIndex }: Pick<PlantStore, 'runner' | 'plateIndex'>,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<WindowMovements> {
  const found = request.hasDays ? await plateIndex.movements(buildMovementQuery(request), signal) : null;
  if (found === null) return findMovementsInDatabase(runner, request, signal);
  const facts = isDayOrLonger(request)
    ? await buildDayFacts(runner, found, request, signal)
    : await buildHourFacts(runner, found, request, signal);
  const { jumpPlates, platesByLog2 } = found;
  const spans = computeEarlierSpans(request.window, request.earliestMs).length;
  return {
    facts,
    jumpers: jumpPlates,
    byOctave: platesByLog2,
    spans,
    uncounted: isDayOrLonger(request) ? listPartialDays(request.window) : [],
  };
}

/** Partial days of the window. The index counts only passages of its whole days. */
function listPartialDays({ gates, fromMs, toMs }: Visibility): readonly Visibility[] {
  const fromDay = toRomeDay(fromMs);
  const firstMs = romeDayStart(fromDay) === fromMs ? fromMs : romeDayStart(addDays(fromDay, 1));
  const lastMs = romeDayStart(toRomeDay(toMs));
  // The window contains no whole day.
  const partialDays =
    firstMs >= lastMs ? [[fromMs, toMs] as const] : [[fromMs, firstMs] as const, [lastMs, toMs] as const];
  return partialDays.filter(([from, to]) => from < to).map(([from, to]) => ({ gates, fromMs: from, toMs: to }));
}

const toDayNumber = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / DAY_MS;

const toDayRange = ({ from, to }: { readonly from: string; readonly to: string }): DayRange => ({
  from: toDayNumber(from),
  to: toDayNumber(to),
});

/** The window as whole days and the partial days at its ends. */
function buildMovementQuery(request: MovementRequest): MovementQuery {
  const { window, earliestMs } = request;
  const { fromMs, toMs } = window;
  const { first, last } = getWholeDays(request);
  const [before, after] = [Math.min(toMs, romeDayStart(first)), Math.max(fromMs, romeDayStart(last))];
  const partialDays = [
    { fromMs, toMs: before },
    // The whole window may lie inside one day.
    { fromMs: Math.max(before, after), toMs },
  ];
  return {
    fromMs,
    toMs,
    days: toDayRange({ from: first, to: last }),
    partialDays: partialDays
      .filter((partialDay) => partialDay.fromMs < partialDay.toMs)
      .map((partialDay) => buildPartialDay(partialDay, earliestMs)),
    spans: isDayOrLonger(request)
      ? computeEarlierSpans(window, earliestMs).map((span) => toDayRange(getDaysOfSpan(span)))
      : [],
    activity: activityRange(request),
    earliestMs,
    maxJumpPlates: MAX_JUMP_PLATES + 1,
  };
}

/** The part of one Rome day that lies in the window, and which part of its night that includes. */
function buildPartialDay(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  earliestMs: number,
): PartialDay {
  const day = toRomeDay(fromMs);
  const dayFromMs = romeDayStart(day);
  // On the days when the clock changes, five hours after midnight it is 4 or 6 o'clock.
  const fiveHoursMs = dayFromMs + NIGHT_END_HOUR * HOUR_MS;
  const nightEndsMs = fiveHoursMs + (NIGHT_END_HOUR - toRomeHour(fiveHoursMs)) * HOUR_MS;
  const range = { day: toDayNumber(day), dayFromMs, nightEndsMs, fromMs, toMs };
  if (fromMs >= nightEndsMs) return { ...range, night: 'none' };
  // A loop may begin in the hour before midnight. `movement_day` counts it even when that hour may not be read here.
  if (earliestMs > dayFromMs - HOUR_MS) return { ...range, night: 'unsure' };
  return { ...range, night: fromMs === dayFromMs && toMs >= nightEndsMs ? 'all' : 'part' };
}

function toMovementValues({ numbers }: FoundMovements, at: number): MovementValues {
  const from = at * NUMBERS_PER_PLATE;
  const field = (n: number): number => numbers[from + n] ?? 0;
  return { night: field(0), night_days: field(1), loops: field(2), night_loops: field(3), gates: field(4) };
}

function toPassageCounts({ numbers }: FoundMovements, at: number): PassageCounts {
  const from = at * NUMBERS_PER_PLATE + 9;
  return { reads: numbers[from] ?? 0, passages: numbers[from + 1] ?? 0 };
}

/**
 * For whole days the index also knows the usual values, except for gates, because it has no rows of days with few
 * gates.
 */
async function buildDayFacts(
  runner: Runner,
  found: FoundMovements,
  { window, earliestMs }: MovementRequest,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, MovementFacts>> {
  const { plates, numbers } = found;
  const known = plates.map((plate, at) => ({ plate, at, value: toMovementValues(found, at) }));
  const roaming = known.filter(({ value }) => hasManyGates(value)).map(({ plate }) => plate);
  const gatesHabit = await computeGateHabits(runner, roaming, computeEarlierSpans(window, earliestMs), signal);
  return new Map(
    known.map(({ plate, at, value }) => {
      const from = at * NUMBERS_PER_PLATE + 5;
      const field = (n: number): number => numbers[from + n] ?? 0;
      const habit = {
        night: field(0),
        night_days: field(1),
        loops: field(2),
        night_loops: field(3),
        gates: gatesHabit.get(plate) ?? 0,
      };
      return [plate, { value, habit, ...toPassageCounts(found, at) }];
    }),
  );
}

async function computeGateHabits(
  runner: Runner,
  roaming: readonly string[],
  spans: ReturnType<typeof computeEarlierSpans>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const bySpan = await Promise.all(spans.map((span) => countGatesByDay(runner, span, roaming, signal)));
  const maxGates = bySpan.map((days) => {
    const found = new Map<string, number>();
    for (const { plate, gates } of days) found.set(plate, Math.max(gates, found.get(plate) ?? 0));
    return found;
  });
  return new Map(roaming.map((plate) => [plate, medianOfSpans(maxGates.map((span) => span.get(plate) ?? 0))]));
}

/** For less than a day the habit is that of the same hours, which only the rows contain. */
async function buildHourFacts(
  runner: Runner,
  found: FoundMovements,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, MovementFacts>> {
  const values = new Map(found.plates.map((plate, at) => [plate, toMovementValues(found, at)]));
  const counts = new Map(found.plates.map((plate, at) => [plate, toPassageCounts(found, at)]));
  return addHabits(values, await readHabitSpans(runner, request, values, signal), counts);
}
