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
} from '../../store/movements.ts';
import type { Runner } from '../../store/statement.ts';
import type { Visibility } from '../../store/visible-transits.ts';

const DAY_MS = 86_400_000;
const MOST_SPANS = 4;

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
  /** Plates and days with jumps no car can make. */
  readonly jumps: ReadonlyMap<string, ReadonlySet<number>>;
  /** Earlier spans of the same length that were compared with. */
  readonly spans: number;
}

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

/** Days of the window: whole ones from the roll-up, its edges from the rows; without the roll-up all from the rows. */
async function windowDays(
  runner: Runner,
  { window, earliestMs, nowMs, hasDays }: MovementRequest,
  signal?: AbortSignal,
): Promise<readonly MovementDay[]> {
  const { gates, fromMs, toMs } = window;
  const fromDay = romeDayOf(fromMs);
  const first = romeDayStart(fromDay) === fromMs ? fromDay : addDays(fromDay, 1);
  // Nothing lies behind now: the day under way is whole when the window reaches so far.
  const last = toMs > nowMs ? addDays(romeDayOf(Math.min(toMs, nowMs)), 1) : romeDayOf(toMs);
  const rows = (from: number, to: number): Promise<readonly MovementDay[]> =>
    from >= to
      ? Promise.resolve([])
      : movementsFromRows(runner, { gates, fromMs: from, toMs: to }, earliestMs, null, signal);
  if (!hasDays || first >= last) return rows(fromMs, toMs);
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

/** Each with its habit, the median over the earlier spans, and its passages in the window. Pure. */
export function withHabit(
  values: ReadonlyMap<string, Values>,
  spans: readonly HabitSpan[],
  reads: ReadonlyMap<string, number>,
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
    [...values].map(([plate, value]) => [plate, { value, habit: habit(plate), reads: reads.get(plate) ?? 0 }] as const),
  );
}

/** What plates did in the window beyond the least that counts, and their habit before it. */
export async function windowMovements(
  runner: Runner,
  request: MovementRequest,
  signal?: AbortSignal,
): Promise<WindowMovements> {
  const days = await windowDays(runner, request, signal);
  const values = standingOut(days);
  const jumps = new Map<string, Set<number>>();
  for (const { plate, day, jumps: n } of days) if (n > 0) jumps.set(plate, (jumps.get(plate) ?? new Set()).add(day));
  const spans = earlierSpans(request.window, request.earliestMs);
  const plates = [...values.keys()];
  const roaming = plates.filter((plate) => (values.get(plate)?.gates ?? 0) >= LEAST_VALUE.gates);
  const habits: HabitSpan[] = [];
  for (const span of spans)
    habits.push({
      days: plates.length === 0 ? [] : await spanDays(runner, request, span, plates, signal),
      gates: await gatesByDay(runner, span, roaming, signal),
    });
  const reads = await passagesOf(runner, request.window, plates, signal);
  return { facts: withHabit(values, habits, reads), jumps, spans: spans.length };
}

/** A span from the roll-up when it is days long; its part days then count as whole ones. */
async function spanDays(
  runner: Runner,
  { earliestMs, hasDays }: MovementRequest,
  span: Visibility,
  plates: readonly string[],
  signal?: AbortSignal,
): Promise<readonly MovementDay[]> {
  if (!hasDays) return movementsFromRows(runner, span, earliestMs, plates, signal);
  const from = romeDayOf(span.fromMs);
  const days = Math.max(1, Math.round((span.toMs - span.fromMs) / DAY_MS));
  return movementsFromDays(runner, { from, to: addDays(from, days) }, plates, signal);
}

export const noMovement: MovementFacts = { value: NOTHING, habit: NOTHING, reads: 0 };
