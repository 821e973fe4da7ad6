import type { Read } from './accomplice-score.ts';
import { dayKindOf, localDay, localSecond } from './day-kind.ts';

/** One trip of a plate that is hardly ever read. */
const TYPICAL_TRIP = 4;

/**
 * Chance that a candidate is at a gate by its mere frequency.
 * @param reads of the candidate in the baseline; @param own meetings of the session that is judged, left out
 * @param q share of all reads at that gate in those minutes
 */
export const chanceByTraffic = (reads: number, own: number, q: number): number =>
  (Math.max(0, reads - own) + TYPICAL_TRIP) * q;

/** How usual a place and time of day is for a plate. */
export interface HabitFound {
  readonly chance: number;
  /** Other days of the same kind on which it passed there about then, of how many. */
  readonly days: number;
  readonly of: number;
  /** False: fewer than three other days at all. */
  readonly isKnown: boolean;
}

const DAY_S = 86_400;
const WIDEST_MS = 30 * 60_000;
const FEWEST_DAYS = 3;

interface Baseline {
  readonly fromLocalMs: number;
  readonly toLocalMs: number;
}

/** Days of the baseline but the one of the passage: those of its kind, and all. */
function otherDays({ fromLocalMs, toLocalMs }: Baseline, day: number): { readonly same: number; readonly all: number } {
  const kind = dayKindOf(day);
  let [same, all] = [0, 0];
  for (let at = localDay(fromLocalMs); at <= localDay(toLocalMs - 1); at += 1) {
    if (at === day) continue;
    all += 1;
    if (dayKindOf(at) === kind) same += 1;
  }
  return { same, all };
}

/**
 * Chance of a candidate's habit to be at a gate at a time of day. The day itself is left out: that is what tells two
 * commuters of the same 7:40 from a convoy. Windows of one and two deltas and of half an hour are tried; the best counts.
 * Days are held against days of their kind; where these are fewer than three, and on weekends and holidays (few in any baseline),
 * against all days as well: who passes here at this hour on working days may well do so on a Sunday.
 */
export function habitAt(history: readonly Read[], passage: Read, baseline: Baseline, deltaMs: number): HabitFound {
  const day = localDay(passage.localMs);
  const kind = dayKindOf(day);
  const { same, all } = otherDays(baseline, day);
  if (all < FEWEST_DAYS) return { chance: 0, days: 0, of: all, isKnown: false };
  // Least distance from the clock time, by day.
  const nearest = new Map<number, number>();
  const second = localSecond(passage.localMs);
  for (const read of history) {
    const on = localDay(read.localMs);
    if (read.gate !== passage.gate || on === day) continue;
    const apart = Math.abs(localSecond(read.localMs) - second);
    const away = Math.min(apart, DAY_S - apart) * 1000;
    if (away <= (nearest.get(on) ?? WIDEST_MS)) nearest.set(on, away);
  }
  const ofKind = [...nearest].flatMap(([on, away]) => (dayKindOf(on) === kind ? [away] : []));
  const own = same < FEWEST_DAYS ? null : bestWindow(ofKind, same, deltaMs);
  if (own !== null && kind === 'work') return own;
  const any = bestWindow([...nearest.values()], all, deltaMs);
  return own === null || any.chance > own.chance ? any : own;
}

/** @param away least distances, one for each day with a pass; @param of days looked at */
function bestWindow(away: readonly number[], of: number, deltaMs: number): HabitFound {
  let best: HabitFound = { chance: 0, days: 0, of, isKnown: true };
  for (const window of [deltaMs, 2 * deltaMs, WIDEST_MS]) {
    const days = away.filter((one) => one <= window).length;
    const chance = (days / (of + 0.5)) * Math.min(1, deltaMs / window);
    if (chance > best.chance) best = { chance, days, of, isKnown: true };
  }
  return best;
}
