import {
  medianOfSpans,
  MIN_MOVEMENT,
  MOVEMENT_FEATURES,
  type Movement,
  type MovementFacts,
} from '@varco/domain/analysis/excess-shares.ts';
import { addDays, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import {
  countGatesByDay,
  readMovementsFromDays,
  readMovementsFromRows,
  countPassages,
  type MovementDay,
} from '../../plate-index/movements/movements.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';

const DAY_MS = 86_400_000;
const MAX_SPANS = 4;
/** Maximum number of plates with impossible jumps that are judged; that there are more is part of the answer. */
export const MAX_JUMP_PLATES = 2_000;

export interface MovementRequest {
  readonly window: Visibility;
  /** Earliest instant that may be read for habits: not before the plant's first read. */
  readonly earliestMs: number;
  readonly nowMs: number;
  /** True when `movement_day` is complete and the user may see all of it. */
  readonly hasDays: boolean;
}

export type MovementValues = Readonly<Record<Movement, number>>;

export interface WindowMovements {
  readonly facts: ReadonlyMap<string, MovementFacts>;
  /** The first `MAX_JUMP_PLATES` plates with impossible jumps, in alphabetical order, and one more if there are more. */
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

const NO_COUNTS: PassageCounts = { reads: 0, passages: 0 };
const ZERO_VALUES: MovementValues = { night: 0, night_days: 0, loops: 0, night_loops: 0, gates: 0 };

function sumMovements(days: readonly MovementDay[]): ReadonlyMap<string, MovementValues> {
  const found = new Map<string, Record<Movement, number>>();
  for (const day of days) {
    const sum = found.get(day.plate) ?? { ...ZERO_VALUES };
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
export const isDayOrLonger = ({ window: { fromMs, toMs } }: Pick<MovementRequest, 'window'>): boolean =>
  toMs - fromMs >= DAY_MS;

/** Passages of a plate, as in `MovementFacts`. */
export type PassageCounts = Pick<MovementFacts, 'reads' | 'passages'>;

/**
 * Range in which passages are counted to compare plates that are read about as often: all days the window touches, as
 * far as they may be read. For a window of less than a day, the window itself. Whole days, because counting a part of a
 * day means reading all its rows (analysis design, part 11).
 */
export function activityRange(request: Pick<MovementRequest, 'window' | 'earliestMs'>): Visibility {
  const { window, earliestMs } = request;
  if (!isDayOrLonger(request)) return window;
  const [first, last] = [toRomeDay(window.fromMs), toRomeDay(window.toMs - 1)];
  return {
    gates: window.gates,
    fromMs: Math.max(earliestMs, romeDayStart(first)),
    toMs: romeDayStart(addDays(last, 1)),
  };
}

/** Whole Rome days of a window: from `first` to before `last`. */
export function getWholeDays({ window: { fromMs, toMs }, nowMs }: MovementRequest): {
  readonly first: string;
  readonly last: string;
} {
  const fromDay = toRomeDay(fromMs);
  const first = romeDayStart(fromDay) === fromMs ? fromDay : addDays(fromDay, 1);
  // Nothing is stored after the current time, so today counts as a whole day when the window reaches that far.
  const last = toMs > nowMs ? addDays(toRomeDay(Math.min(toMs, nowMs)), 1) : toRomeDay(toMs);
  return { first, last };
}

/**
 * Days of the window: whole days from the roll-up, partial days from the rows. Without the roll-up everything is read
 * from the rows.
 */
async function readWindowDays(
  runner: Runner,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<readonly MovementDay[]> {
  const { window, earliestMs, hasDays } = request;
  const { gates, fromMs, toMs } = window;
  const { first, last } = getWholeDays(request);
  const rows = (from: number, to: number): Promise<readonly MovementDay[]> =>
    from >= to
      ? Promise.resolve([])
      : readMovementsFromRows(runner, { gates, fromMs: from, toMs: to }, earliestMs, null, signal);
  if (!hasDays || !isDayOrLonger(request) || first >= last) return rows(fromMs, toMs);
  const [before, days, after] = [
    await rows(fromMs, romeDayStart(first)),
    await readMovementsFromDays(runner, { from: first, to: last }, null, signal),
    await rows(romeDayStart(last), toMs),
  ];
  return [...before, ...days, ...after];
}

/** Earlier spans of the same length and the same times of day, shifted by whole days. */
export function computeEarlierSpans(window: Visibility, earliestMs: number): readonly Visibility[] {
  // `toMs` is exclusive, but the requested end was inclusive to the millisecond.
  const step = Math.max(1, Math.ceil((window.toMs - 1 - window.fromMs) / DAY_MS)) * DAY_MS;
  return Array.from({ length: MAX_SPANS }, (_, index) => ({
    gates: window.gates,
    fromMs: window.fromMs - (index + 1) * step,
    toMs: window.toMs - (index + 1) * step,
  })).filter(({ fromMs }) => fromMs >= earliestMs);
}

const reachesAnyMinimum = (values: MovementValues): boolean =>
  MOVEMENT_FEATURES.some((movement) => values[movement] >= MIN_MOVEMENT[movement]);

/** Notable days of an earlier span, and the number of gates by day, which also covers days that are not notable. */
export interface HabitSpan {
  readonly days: readonly MovementDay[];
  readonly gates: readonly { readonly plate: string; readonly gates: number }[];
}

/** Sums of the window for the plates that reach a minimum in at least one movement. */
export const selectStandingOut = (days: readonly MovementDay[]): ReadonlyMap<string, MovementValues> =>
  new Map([...sumMovements(days)].filter(([, sum]) => reachesAnyMinimum(sum)));

/** Adds to each plate its passages and its usual values: the medians over the earlier spans. Pure. */
export function addHabits(
  values: ReadonlyMap<string, MovementValues>,
  spans: readonly HabitSpan[],
  counts: ReadonlyMap<string, PassageCounts>,
): ReadonlyMap<string, MovementFacts> {
  const habits = spans.map(({ days, gates }) => {
    const maxGates = new Map<string, number>();
    for (const { plate, gates: n } of gates) maxGates.set(plate, Math.max(n, maxGates.get(plate) ?? 0));
    return { of: sumMovements(days), gates: maxGates };
  });
  const median = (plate: string, movement: Movement): number =>
    medianOfSpans(
      habits.map(({ of: sums, gates }) =>
        movement === 'gates' ? (gates.get(plate) ?? 0) : (sums.get(plate)?.[movement] ?? 0),
      ),
    );
  const habit = (plate: string): MovementValues => ({
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
export async function findMovementsInDatabase(
  runner: Runner,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<WindowMovements> {
  const days = await readWindowDays(runner, request, signal);
  const values = selectStandingOut(days);
  const jumpPlates = new Set(days.filter(({ jumps }) => jumps > 0).map(({ plate }) => plate));
  const spans = computeEarlierSpans(request.window, request.earliestMs);
  const habits = await readHabitSpans(runner, request, values, signal);
  return {
    facts: addHabits(values, habits, await countWindowPassages(runner, request, [...values.keys()], signal)),
    jumpers: [...jumpPlates].sort().slice(0, MAX_JUMP_PLATES + 1),
    spans: spans.length,
    byOctave: null,
    uncounted: [],
  };
}

async function countWindowPassages(
  runner: Runner,
  request: MovementRequest,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, PassageCounts>> {
  const passages = await countPassages(runner, request.window, plates, signal);
  const reads = isDayOrLonger(request) ? await countPassages(runner, activityRange(request), plates, signal) : passages;
  const getCounts = (plate: string): PassageCounts => ({
    reads: reads.get(plate) ?? 0,
    passages: passages.get(plate) ?? 0,
  });
  return new Map(plates.map((plate) => [plate, getCounts(plate)]));
}

/** Movements of the plates in the spans before the window. */
export async function readHabitSpans(
  runner: Runner,
  request: MovementRequest,
  values: ReadonlyMap<string, MovementValues>,
  signal?: AbortSignal,
): Promise<readonly HabitSpan[]> {
  const plates = [...values.keys()];
  const roaming = plates.filter((plate) => hasManyGates(values.get(plate) ?? ZERO_VALUES));
  const habits: HabitSpan[] = [];
  for (const span of computeEarlierSpans(request.window, request.earliestMs))
    habits.push({
      days: plates.length === 0 ? [] : await readSpanDays(runner, request, span, plates, signal),
      gates: await countGatesByDay(runner, span, roaming, signal),
    });
  return habits;
}

/** Whether the number of gates on a day reaches the minimum that counts. */
export const hasManyGates = ({ gates }: MovementValues): boolean => gates >= MIN_MOVEMENT.gates;

/** Days of a span that is read in whole days; partial days count as whole ones. */
export function getDaysOfSpan({ fromMs, toMs }: Visibility): { readonly from: string; readonly to: string } {
  const from = toRomeDay(fromMs);
  return { from, to: addDays(from, Math.max(1, Math.round((toMs - fromMs) / DAY_MS))) };
}

/** Days of a span, from the roll-up when the window is at least a day long. */
function readSpanDays(
  runner: Runner,
  request: MovementRequest,
  span: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly MovementDay[]> {
  if (request.hasDays && isDayOrLonger(request))
    return readMovementsFromDays(runner, getDaysOfSpan(span), plates, signal);
  return readMovementsFromRows(runner, span, request.earliestMs, plates, signal);
}

export const NO_MOVEMENT: MovementFacts = { value: ZERO_VALUES, habit: ZERO_VALUES, ...NO_COUNTS };
