import type { CandidateFacts, TargetFacts } from './accomplice-facts.ts';
import { localDay, localSecond } from './day-kind.ts';
import type { PlateHistory, GateRead } from './plate-history.ts';

const LEG_READ_PROBABILITY = 0.9;
const MIN_SHARE = 0.05;
const MAX_SHARE = 0.95;
/** Joining after the trip began counts slightly against joint travel. */
export const JOINED_LATE_WEIGHT = Math.log10(0.35);
const LEFT_EARLY_PROBABILITY = 0.3;
/** A pause longer than this ends a leg of the candidate. */
const MAX_OWN_LEG_MS = 30 * 60_000;

/**
 * Route habits are compared within this distance in time of day: a vehicle that drives a to b in the morning drives b
 * to a in the evening.
 */
const SAME_TIME_OF_DAY_S = 3 * 3_600;
const MIN_LEG_READS = 3;
const DAY_S = 86_400;

/**
 * How often the candidate's own passages at a around that time of day were followed by b, on other days. Falls back
 * to all times of day when there are too few.
 */
function computeOwnLegShare(history: PlateHistory, here: GateRead, b: number): number | null {
  const [day, second] = [localDay(here.localMs), localSecond(here.localMs)];
  const all = { from: 0, to: 0 };
  const then = { from: 0, to: 0 };
  for (const at of history.indexesAtGate(here.gate)) {
    if (history.days[at] === day) continue;
    const isFollowed = isFollowedByGate(history, at, b, day);
    const apart = Math.abs((history.seconds[at] ?? 0) - second);
    count(all, isFollowed);
    if (Math.min(apart, DAY_S - apart) <= SAME_TIME_OF_DAY_S) count(then, isFollowed);
  }
  const { from, to } = then.from >= MIN_LEG_READS ? then : all;
  return from === 0 ? null : to / from;
}

function count(passages: { from: number; to: number }, isFollowed: boolean): void {
  passages.from += 1;
  if (isFollowed) passages.to += 1;
}

/** Whether a read is followed by one at b before the leg ends. Reads of the excluded day are ignored. */
function isFollowedByGate({ size, gates, days, ms }: PlateHistory, at: number, b: number, leftOut: number): boolean {
  let next = at + 1;
  while (next < size && days[next] === leftOut) next += 1;
  return next < size && gates[next] === b && (ms[next] ?? 0) - (ms[at] ?? 0) <= MAX_OWN_LEG_MS;
}

/** Chance that a vehicle at gate a is next read at b without any joint travel. */
function usualLegShare(target: TargetFacts, candidate: CandidateFacts, place: number): number | null {
  const [here, next] = [target.passages[place], target.passages[place + 1]];
  if (here === undefined || next === undefined) return null;
  const own = computeOwnLegShare(candidate.history, here, next.gate) ?? 0;
  const all = target.legShare(here.gate, next.gate) ?? 0;
  return LEG_READ_PROBABILITY * Math.min(MAX_SHARE, Math.max(MIN_SHARE, own, all));
}

export interface Chain {
  readonly sum: number;
  /** Product of the usual shares of the legs driven together; null: none. */
  readonly share: number | null;
}

/** Weight of staying together from the first to the last meeting, leg by leg: seen again or missing. */
export function computeChain(target: TargetFacts, candidate: CandidateFacts, first: number, last: number): Chain {
  let sum = 0;
  let share: number | null = null;
  for (let place = first; place < last; place += 1) {
    const p = usualLegShare(target, candidate, place);
    if (p === null) continue;
    const isSeen = candidate.meetings.has(place + 1);
    sum += isSeen ? Math.log10(LEG_READ_PROBABILITY / p) : Math.log10((1 - LEG_READ_PROBABILITY) / (1 - p));
    if (isSeen) share = (share ?? 1) * p;
  }
  return { sum, share };
}

/** Weight when the candidate was not seen again though the target went on. Never positive. */
export function computeLeftEarlyWeight(target: TargetFacts, candidate: CandidateFacts, last: number): number {
  const p = usualLegShare(target, candidate, last);
  return p === null ? 0 : Math.min(0, Math.log10(LEFT_EARLY_PROBABILITY / (1 - p)));
}
