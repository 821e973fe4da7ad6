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
/** Maximum number of plates with impossible jumps that are checked. */
export const MOST_JUMPERS = 300;

export interface MovementRequest {
  readonly window: Visibility;
  /** Earliest instant that may be read for habits: not before the plant's first read. */
  readonly earliestMs: number;
  readonly nowMs: number;
  /** True when `movement_day` is complete and the user may see all of it. */
  readonly hasDays: boolean;
}

export type Values = Readonly<Record<Movement, number>>;

export interface WindowMovements {
  readonly facts: ReadonlyMap<string, MovementFacts>;
  /** The first `MAX_JUMP_PLATES` plates with impossible jumps, in alphabetical order. */
  readonly jumpers: readonly string[];
  /** Number of earlier spans of the same length used for comparison. */
  readonly spans: number;
  /**
   * Number of plates per log2 bucket of their reads on the days of the window (`activityRange`); null: not known yet.
   */
  readonly byOctave: readonly number[] | null;
  /** Parts of the window whose passages are not included in `passages` of the facts. */
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

/** A window of a day or more: habits are computed from whole days. */
export const isLong = ({ window: { fromMs, toMs } }: Pick<MovementRequest, 'window'>): boolean =>
  toMs - fromMs >= DAY_MS;

/** Passages of a plate, as in `MovementFacts`. */
export type Counts = Pick<MovementFacts, 'reads' | 'passages'>;

/**
 * Range in which passages are counted to compare plates that are read about as often: all days the window touches, as
 * far as they may be read. For a window of less than a day, the window itself. Whole days, because counting a part of a
 * day means reading all its rows (ADR 0105).
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

/** Whole Rome days of a window: from `first` to before `last`. */
export function wholeDays({ window: { fromMs, toMs }, nowMs }: MovementRequest): {
  readonly first: string;
  readonly last: string;
} {
  const fromDay = romeDayOf(fromMs);
  const first = romeDayStart(fromDay) === fromMs ? fromDay : addDays(fromDay, 1);
  // Nothing is stored after the current time, so today counts as a whole day when the window reaches that far.
  const last = toMs > nowMs ? addDays(romeDayOf(Math.min(toMs, nowMs)), 1) : romeDayOf(toMs);
  return { first, last };
}

/**
 * Days of the window: whole days from the roll-up, partial days from the rows. Without the roll-up everything is read
 * from the rows.
 */
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

/** Earlier spans of the same length and the same times of day, shifted by whole days. */
export function earlierSpans(window: Visibility, earliestMs: number): readonly Visibility[] {
  // `toMs` is exclusive, but the requested end was inclusive to the millisecond.
  const step = Math.max(1, Math.ceil((window.toMs - 1 - window.fromMs) / DAY_MS)) * DAY_MS;
  return Array.from({ length: MOST_SPANS }, (_, index) => ({
    gates: window.gates,
    fromMs: window.fromMs - (index + 1) * step,
    toMs: window.toMs - (index + 1) * step,
  })).filter(({ fromMs }) => fromMs >= earliestMs);
}

const reaches = (values: Values): boolean => MOVEMENTS.some((movement) => values[movement] >= LEAST_VALUE[movement]);

/** Notable days of an earlier span, and the number of gates by day, which also covers days that are not notable. */
export interface HabitSpan {
  readonly days: readonly MovementDay[];
  readonly gates: readonly { readonly plate: string; readonly gates: number }[];
}

/** Sums of the window for the plates that reach a minimum in at least one movement. */
export const standingOut = (days: readonly MovementDay[]): ReadonlyMap<string, Values> =>
  new Map([...summed(days)].filter(([, sum]) => reaches(sum)));

/** Adds to each plate its passages and its usual values: the medians over the earlier spans. Pure. */
export function withHabit(
  values: ReadonlyMap<string, Values>,
  spans: readonly HabitSpan[],
  counts: ReadonlyMap<string, Counts>,
): ReadonlyMap<string, MovementFacts> {
  const habits = spans.map(({ days, gates }) => {
    const maxGates = new Map<string, number>();
    for (const { plate, gates: n } of gates) maxGates.set(plate, Math.max(n, maxGates.get(plate) ?? 0));
    return { of: summed(days), gates: maxGates };
  });
  const median = (plate: string, movement: Movement): number =>
    habitOf(
      habits.map(({ of: sums, gates }) =>
        movement === 'gates' ? (gates.get(plate) ?? 0) : (sums.get(plate)?.[movement] ?? 0),
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

/** The same result from the database alone, used without a plate index and for users with limits. */
export async function movementsFromDatabase(
  runner: Runner,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<WindowMovements> {
  const days = await windowDays(runner, request, signal);
  const values = standingOut(days);
  const jumpPlates = new Set(days.filter(({ jumps }) => jumps > 0).map(({ plate }) => plate));
  const spans = earlierSpans(request.window, request.earliestMs);
  const habits = await habitSpans(runner, request, values, signal);
  return {
    facts: withHabit(values, habits, await countsIn(runner, request, [...values.keys()], signal)),
    jumpers: [...jumpPlates].sort().slice(0, MOST_JUMPERS),
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
  const getCounts = (plate: string): Counts => ({ reads: reads.get(plate) ?? 0, passages: passages.get(plate) ?? 0 });
  return new Map(plates.map((plate) => [plate, getCounts(plate)]));
}

/** Movements of the plates in the spans before the window. */
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

/** Whether the number of gates on a day reaches the minimum that counts. */
export const isRoaming = ({ gates }: Values): boolean => gates >= LEAST_VALUE.gates;

/** Days of a span that is read in whole days; partial days count as whole ones. */
export function daysOfSpan({ fromMs, toMs }: Visibility): { readonly from: string; readonly to: string } {
  const from = romeDayOf(fromMs);
  return { from, to: addDays(from, Math.max(1, Math.round((toMs - fromMs) / DAY_MS))) };
}

/** Days of a span, from the roll-up when the window is at least a day long. */
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
