import { getDayKind, localDay, localSecond } from './day-kind.ts';
import type { PlateHistory, GateRead } from './plate-history.ts';

/** Reads in one trip of a plate that is hardly ever read. */
const TYPICAL_TRIP_READS = 4;

/**
 * Chance that a candidate is at a gate, from its number of reads alone.
 * @param reads of the candidate in the baseline
 * @param own meetings of the session under judgement, left out
 * @param q share of all reads at that gate in those minutes
 */
export const computeTrafficChance = (reads: number, own: number, q: number): number =>
  (Math.max(0, reads - own) + TYPICAL_TRIP_READS) * q;

/** How usual a gate and time of day is for a plate. */
export interface HabitEstimate {
  readonly chance: number;
  /** Other days of the same kind on which it passed there at about that time, and how many days were compared. */
  readonly days: number;
  readonly comparedDays: number;
  /** False: fewer than three other days to compare. */
  readonly isKnown: boolean;
}

const DAY_S = 86_400;
const MAX_HABIT_WINDOW_MS = 30 * 60_000;
const MIN_COMPARED_DAYS = 3;

/** Days of a half-open span on the wall clock, in milliseconds as if they were UTC. */
export class BaselineDays {
  readonly #others = new Map<number, { readonly same: number; readonly all: number }>();
  readonly #first: number;
  readonly #last: number;

  constructor(fromLocalMs: number, toLocalMs: number) {
    [this.#first, this.#last] = [localDay(fromLocalMs), localDay(toLocalMs - 1)];
  }

  /** Number of other days in the baseline: those of the same kind, and all. */
  countOtherDays(day: number): { readonly same: number; readonly all: number } {
    const known = this.#others.get(day);
    if (known !== undefined) return known;
    const kind = getDayKind(day);
    let [same, all] = [0, 0];
    for (let at = this.#first; at <= this.#last; at += 1) {
      if (at === day) continue;
      all += 1;
      if (getDayKind(at) === kind) same += 1;
    }
    this.#others.set(day, { same, all });
    return { same, all };
  }
}

/**
 * Chance that a candidate's habit puts it at a gate at a time of day. The day itself is left out: this is what
 * distinguishes two commuters of the same 7:40 from a convoy. Windows of one and two deltas and of half an hour are
 * tried and the best counts. A day is compared with days of its kind. Where these are fewer than three, and on
 * weekends and holidays (few in any baseline), it is compared with all days as well, because a vehicle that passes
 * here at this hour on working days may do so on a Sunday too.
 */
export function estimateHabit(
  history: PlateHistory,
  passage: GateRead,
  baseline: BaselineDays,
  deltaMs: number,
): HabitEstimate {
  const day = localDay(passage.localMs);
  const { same, all } = baseline.countOtherDays(day);
  if (all < MIN_COMPARED_DAYS) return { chance: 0, days: 0, comparedDays: all, isKnown: false };
  const kind = getDayKind(day);
  const nearest = findNearestByDay(history, passage.gate, day, localSecond(passage.localMs));
  const own = same < MIN_COMPARED_DAYS ? null : findBestWindow(distancesOnDays(nearest, kind), same, deltaMs);
  if (own !== null && kind === 'work') return own;
  const any = findBestWindow(distancesOnDays(nearest, null), all, deltaMs);
  return own === null || any.chance > own.chance ? any : own;
}

const NEVER: readonly number[] = [];

/** Distances on days of one kind; null: on all days. */
function distancesOnDays(
  nearest: ReadonlyMap<number, number>,
  kind: ReturnType<typeof getDayKind> | null,
): readonly number[] {
  if (nearest.size === 0) return NEVER;
  if (kind === null) return [...nearest.values()];
  return [...nearest].flatMap(([on, away]) => (getDayKind(on) === kind ? [away] : []));
}

/**
 * Least distance of its reads at a gate from a time of day, in milliseconds, by day. Other days only, and within half
 * an hour only.
 */
function findNearestByDay(
  history: PlateHistory,
  gate: number,
  day: number,
  second: number,
): ReadonlyMap<number, number> {
  let nearest: Map<number, number> | null = null;
  for (const at of history.indexesAtGate(gate)) {
    const apart = Math.abs((history.seconds[at] ?? 0) - second);
    const away = Math.min(apart, DAY_S - apart) * 1000;
    const on = history.days[at] ?? 0;
    // Most reads are at another time of day.
    if (away > MAX_HABIT_WINDOW_MS || on === day) continue;
    nearest ??= new Map();
    if (away <= (nearest.get(on) ?? MAX_HABIT_WINDOW_MS)) nearest.set(on, away);
  }
  return nearest ?? NO_DAYS;
}

const NO_DAYS: ReadonlyMap<number, number> = new Map();

/**
 * @param away least distances, one for each day with a pass
 * @param of number of days compared
 */
function findBestWindow(away: readonly number[], of: number, deltaMs: number): HabitEstimate {
  let best: HabitEstimate = { chance: 0, days: 0, comparedDays: of, isKnown: true };
  if (away.length === 0) return best;
  for (const window of [deltaMs, 2 * deltaMs, MAX_HABIT_WINDOW_MS]) {
    const days = away.filter((one) => one <= window).length;
    const chance = (days / (of + 0.5)) * Math.min(1, deltaMs / window);
    if (chance > best.chance) best = { chance, days, comparedDays: of, isKnown: true };
  }
  return best;
}
