import {
  habitOf,
  LEAST_VALUE,
  MOVEMENTS,
  type Movement,
  type MovementFacts,
} from '@varco/domain/analysis/excess-shares.ts';
import { addDays, romeDayOf, romeDayStart } from '@varco/domain/time/rome.ts';
import {
  gatesByDay,
  movementsFromDays,
  movementsFromRows,
  passagesOf,
  type MovementDay,
} from '../../plate-index/movements/movements.ts';
import type { Runner } from '../../database/statement.ts';
import type { Visibility } from '../../policy/visible-transits.ts';

const DAY_MS = 86_400_000;
const MOST_SPANS = 4;
/** Plates with jumps that are looked at. */
export const MOST_JUMPERS = 300;

export interface MovementRequest {
  readonly window: Visibility;
  /** Earliest instant that may be looked at for habit, and the first the plant has. */
  readonly earliestMs: number;
  readonly nowMs: number;
  /** The roll-up holds every day and this person may see all of it. */
  readonly hasDays: boolean;
}

export type Values = Readonly<Record<Movement, number>>;

export interface WindowMovements {
  readonly facts: ReadonlyMap<string, MovementFacts>;
  /** Plates with jumps no car can make, in their order; the first `MOST_JUMPERS`. */
  readonly jumpers: readonly string[];
  /** Earlier spans of the same length that were compared with. */
  readonly spans: number;
  /** Plates read on the days of the window (`activityOf`) by the octave of their reads; null: not known yet. */
  readonly byOctave: readonly number[] | null;
  /** Parts of the window whose passages are not in the `passages` of the facts. */
  readonly uncounted: readonly Visibility[];
}

const NO_COUNTS: Counts = { reads: 0, passages: 0 };
const NOTHING: Values = { night: 0, night_days: 0, loops: 0, night_loops: 0, gates: 0 };

function summed(days: readonly MovementDay[]): ReadonlyMap<string, Values> {
  const found = new Map<string, Record<Movement, number>>();
  for (const day of days) {
    const sum = found.get(day.plate) ?? { ...NOTHING };
    sum.night += day.night;
    if (day.night > 0) sum.night_days += 1;
    sum.loops = Math.max(sum.loops, day.loops);
    sum.night_loops += day.nightLoops;
    sum.gates = Math.max(sum.gates, day.gates);
    found.set(day.plate, sum);
  }
  return found;
}

/** A day or more: habit is taken from whole days. */
export const isLong = ({ window: { fromMs, toMs } }: Pick<MovementRequest, 'window'>): boolean =>
  toMs - fromMs >= DAY_MS;

/** Passages of a plate, as `MovementFacts` has them. */
export type Counts = Pick<MovementFacts, 'reads' | 'passages'>;

/**
 * Where passages are counted to know who is read about as often: the days the window touches, as far as they may be looked at. Of a window of less than a day: itself.
 * Counting the part of a day that a window keeps means reading all its rows (ADR 0105).
 */
export function activityOf(request: Pick<MovementRequest, 'window' | 'earliestMs'>): Visibility {
  const { window, earliestMs } = request;
  if (!isLong(request)) return window;
  const [first, last] = [romeDayOf(window.fromMs), romeDayOf(window.toMs - 1)];
  return {
    gates: window.gates,
    fromMs: Math.max(earliestMs, romeDayStart(first)),
    toMs: romeDayStart(addDays(last, 1)),
  };
}

/** Rome days of a window: the whole ones from `first` to before `last`. */
export function wholeDays({ window: { fromMs, toMs }, nowMs }: MovementRequest): {
  readonly first: string;
  readonly last: string;
} {
  const fromDay = romeDayOf(fromMs);
  const first = romeDayStart(fromDay) === fromMs ? fromDay : addDays(fromDay, 1);
  // Nothing lies behind now: the day under way is whole when the window reaches so far.
  const last = toMs > nowMs ? addDays(romeDayOf(Math.min(toMs, nowMs)), 1) : romeDayOf(toMs);
  return { first, last };
}

/** Days of the window: whole ones from the roll-up, its edges from the rows; without the roll-up all from the rows. */
async function windowDays(
  runner: Runner,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<readonly MovementDay[]> {
  const { window, earliestMs, hasDays } = request;
  const { gates, fromMs, toMs } = window;
  const { first, last } = wholeDays(request);
  const rows = (from: number, to: number): Promise<readonly MovementDay[]> =>
    from >= to
      ? Promise.resolve([])
      : movementsFromRows(runner, { gates, fromMs: from, toMs: to }, earliestMs, null, signal);
  if (!hasDays || !isLong(request) || first >= last) return rows(fromMs, toMs);
  const [before, days, after] = [
    await rows(fromMs, romeDayStart(first)),
    await movementsFromDays(runner, { from: first, to: last }, null, signal),
    await rows(romeDayStart(last), toMs),
  ];
  return [...before, ...days, ...after];
}

/** Spans before the window, equally long and at the same times of day: moved back by whole days. */
export function earlierSpans(window: Visibility, earliestMs: number): readonly Visibility[] {
  // The end of a range is included to the millisecond.
  const step = Math.max(1, Math.ceil((window.toMs - 1 - window.fromMs) / DAY_MS)) * DAY_MS;
  return Array.from({ length: MOST_SPANS }, (_, index) => ({
    gates: window.gates,
    fromMs: window.fromMs - (index + 1) * step,
    toMs: window.toMs - (index + 1) * step,
  })).filter(({ fromMs }) => fromMs >= earliestMs);
}

const reaches = (values: Values): boolean => MOVEMENTS.some((movement) => values[movement] >= LEAST_VALUE[movement]);

/** Days of an earlier span, and the most gates of a day there: a quiet day is in the second only. */
export interface HabitSpan {
  readonly days: readonly MovementDay[];
  readonly gates: readonly { readonly plate: string; readonly gates: number }[];
}

/** What plates did in the window beyond the least that counts: summed over its days. */
export const standingOut = (days: readonly MovementDay[]): ReadonlyMap<string, Values> =>
  new Map([...summed(days)].filter(([, sum]) => reaches(sum)));

/** Each with its habit, the median over the earlier spans, and its passages. Pure. */
export function withHabit(
  values: ReadonlyMap<string, Values>,
  spans: readonly HabitSpan[],
  counts: ReadonlyMap<string, Counts>,
): ReadonlyMap<string, MovementFacts> {
  const habits = spans.map(({ days, gates }) => {
    const most = new Map<string, number>();
    for (const { plate, gates: n } of gates) most.set(plate, Math.max(n, most.get(plate) ?? 0));
    return { of: summed(days), gates: most };
  });
  const median = (plate: string, movement: Movement): number =>
    habitOf(
      habits.map(({ of, gates }) =>
        movement === 'gates' ? (gates.get(plate) ?? 0) : (of.get(plate)?.[movement] ?? 0),
      ),
    );
  const habit = (plate: string): Values => ({
    night: median(plate, 'night'),
    night_days: median(plate, 'night_days'),
    loops: median(plate, 'loops'),
    night_loops: median(plate, 'night_loops'),
    gates: median(plate, 'gates'),
  });
  return new Map(
    [...values].map(
      ([plate, value]) => [plate, { value, habit: habit(plate), ...(counts.get(plate) ?? NO_COUNTS) }] as const,
    ),
  );
}

/** The same from the database alone: where there is no plate index, and for who may see a part only. */
export async function movementsFromDatabase(
  runner: Runner,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<WindowMovements> {
  const days = await windowDays(runner, request, signal);
  const values = standingOut(days);
  const jumpers = new Set(days.filter(({ jumps }) => jumps > 0).map(({ plate }) => plate));
  const spans = earlierSpans(request.window, request.earliestMs);
  const habits = await habitSpans(runner, request, values, signal);
  return {
    facts: withHabit(values, habits, await countsIn(runner, request, [...values.keys()], signal)),
    jumpers: [...jumpers].sort().slice(0, MOST_JUMPERS),
    spans: spans.length,
    byOctave: null,
    uncounted: [],
  };
}

async function countsIn(
  runner: Runner,
  request: MovementRequest,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Counts>> {
  const passages = await passagesOf(runner, request.window, plates, signal);
  const reads = isLong(request) ? await passagesOf(runner, activityOf(request), plates, signal) : passages;
  const countOf = (plate: string): Counts => ({ reads: reads.get(plate) ?? 0, passages: passages.get(plate) ?? 0 });
  return new Map(plates.map((plate) => [plate, countOf(plate)]));
}

/** What plates did in the spans before the window. */
export async function habitSpans(
  runner: Runner,
  request: MovementRequest,
  values: ReadonlyMap<string, Values>,
  signal?: AbortSignal,
): Promise<readonly HabitSpan[]> {
  const plates = [...values.keys()];
  const roaming = plates.filter((plate) => isRoaming(values.get(plate) ?? NOTHING));
  const habits: HabitSpan[] = [];
  for (const span of earlierSpans(request.window, request.earliestMs))
    habits.push({
      days: plates.length === 0 ? [] : await spanDays(runner, request, span, plates, signal),
      gates: await gatesByDay(runner, span, roaming, signal),
    });
  return habits;
}

/** So many gates on a day that it counts. */
export const isRoaming = ({ gates }: Values): boolean => gates >= LEAST_VALUE.gates;

/** Days of a span that is looked at in whole days: its part days then count as whole ones. */
export function daysOfSpan({ fromMs, toMs }: Visibility): { readonly from: string; readonly to: string } {
  const from = romeDayOf(fromMs);
  return { from, to: addDays(from, Math.max(1, Math.round((toMs - fromMs) / DAY_MS))) };
}

/** A span from the roll-up when it is days long. */
function spanDays(
  runner: Runner,
  request: MovementRequest,
  span: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly MovementDay[]> {
  if (request.hasDays && isLong(request)) return movementsFromDays(runner, daysOfSpan(span), plates, signal);
  return movementsFromRows(runner, span, request.earliestMs, plates, signal);
}

export const noMovement: MovementFacts = { value: NOTHING, habit: NOTHING, ...NO_COUNTS };
