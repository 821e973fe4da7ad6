import { computeChain, JOINED_LATE_WEIGHT, computeLeftEarlyWeight } from './convoy-legs.ts';
import type { CandidateFacts, PassageSession, TargetFacts } from './accomplice-facts.ts';
import { computeTrafficChance, estimateHabit, type HabitEstimate } from './chance-of-meeting.ts';
import type { GateRead } from './plate-history.ts';

/** Version of the accomplice score formula; stored with every result (analysis design, part 2). */
export const ACCOMPLICE_VERSION = 'accomplice-2';

/**
 * Assumed shares of the target's sessions that two accomplices make together. The factor is averaged over them,
 * because accomplices do not always travel together.
 */
const JOINT_SHARES = [0.02, 0.05, 0.1, 0.2, 0.4, 0.8] as const;
/** Probability that an accomplice is read where the target is, and that it is missed for a whole session. */
const READ_PROBABILITY = 0.9;
const MISSED_SESSION_PROBABILITY = 0.08;
const MAX_CHANCE = 0.95;
const MAX_SESSION_WEIGHT = 12;
const MAX_CHAIN = 1;
/** abs_score from which a candidate is "Alta probabilita'" (T 9), if it also has at least two joint sessions. */
export const HIGH_PROBABILITY_SCORE = 350;
const MIN_HIGH_PROBABILITY_SESSIONS = 2;

const MAX_SESSION_PAUSE_MS = 30 * 60_000;
const MAX_SESSION_MS = 90 * 60_000;

/** Splits passages in order of time into sessions: pauses of at most 30 minutes, 90 minutes in all. */
export function splitIntoSessions(passages: readonly GateRead[]): readonly PassageSession[] {
  const sessions: { from: number; to: number }[] = [];
  passages.forEach(({ ms }, index) => {
    const open = sessions.at(-1);
    const goesOn =
      open !== undefined &&
      ms - (passages[open.to]?.ms ?? 0) <= MAX_SESSION_PAUSE_MS &&
      ms - (passages[open.from]?.ms ?? 0) <= MAX_SESSION_MS;
    if (goesOn) open.to = index;
    else sessions.push({ from: index, to: index });
  });
  return sessions;
}

/** One session that target and candidate made together, with every number its weight is computed from. */
export interface JointSession {
  readonly session: number;
  /** Indexes of the first and of the last passage with a meeting. */
  readonly first: number;
  readonly last: number;
  readonly meetings: number;
  /** Chance of the first meeting if the two do not travel together. */
  readonly chance: number;
  /** Weight added by staying together after the first meeting, at most 1. */
  readonly chain: number;
  /** log10(0.9 / chance) + chain, at most 12. */
  readonly weight: number;
  /** Product of the usual shares of the legs driven together; null: only one meeting. */
  readonly routeShare: number | null;
  readonly habit: HabitEstimate;
}

/** A session of the target without the candidate. */
export interface MissedSession {
  readonly session: number;
  readonly chance: number;
}

export interface PairEvidence {
  readonly joint: readonly JointSession[];
  readonly missed: readonly MissedSession[];
}

const clamp = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** Chance that a candidate of this habit and frequency meets the target once on these passages. */
function computeMeetingChance(
  target: TargetFacts,
  { reads, history }: CandidateFacts,
  from: number,
  to: number,
  own: number,
) {
  let [most, sum] = [0, 0];
  let habit: HabitEstimate | null = null;
  for (let at = from; at <= to; at += 1) {
    const passage = target.passages[at];
    if (passage === undefined) continue;
    const base = computeTrafficChance(reads, own, passage.q);
    const found = estimateHabit(history, passage, target.baseline, target.deltaMs);
    sum += base;
    most = Math.max(most, base, found.chance);
    if (habit === null || found.chance > habit.chance) habit = found;
  }
  return {
    chance: clamp(1e-9, Math.max(most, 1 - Math.exp(-sum)), MAX_CHANCE),
    habit: habit ?? { chance: 0, days: 0, comparedDays: 0, isKnown: false },
  };
}

/** The evidence of every session of the target, for or against joint travel (analysis design, part 2). Pure. */
export function collectPairEvidence(target: TargetFacts, candidate: CandidateFacts): PairEvidence {
  const joint: JointSession[] = [];
  const missed: MissedSession[] = [];
  target.sessions.forEach((session, index) => {
    let [first, last, met] = [-1, -1, 0];
    for (let place = session.from; place <= session.to; place += 1) {
      if (!candidate.meetings.has(place)) continue;
      if (met === 0) first = place;
      last = place;
      met += 1;
    }
    if (met === 0) {
      missed.push({
        session: index,
        chance: computeMeetingChance(target, candidate, session.from, session.to, 0).chance,
      });
      return;
    }
    const { chance, habit } = computeMeetingChance(target, candidate, session.from, first, met);
    const legs = computeChain(target, candidate, first, last);
    const late = first > session.from ? JOINED_LATE_WEIGHT : 0;
    const left = last < session.to ? computeLeftEarlyWeight(target, candidate, last) : 0;
    const chain = Math.min(MAX_CHAIN, legs.sum + late + left);
    joint.push({
      session: index,
      first,
      last,
      meetings: met,
      chance,
      chain,
      weight: Math.min(MAX_SESSION_WEIGHT, Math.log10(READ_PROBABILITY / chance) + chain),
      routeShare: legs.share,
      habit,
    });
  });
  return { joint, missed };
}

/**
 * log10 of how many times likelier these sessions are for accomplices than for strangers, averaged over the assumed
 * shares of joint trips.
 */
export function computeBayesFactor(weights: readonly number[], missedChances: readonly number[]): number {
  const logs = JOINT_SHARES.map((share) => {
    let log = 0;
    for (const weight of weights) log += Math.log10(1 - share + share * 10 ** weight);
    for (const chance of missedChances)
      log += Math.log10(1 - share + (share * MISSED_SESSION_PROBABILITY) / (1 - chance));
    return log;
  });
  const most = Math.max(...logs);
  return most + Math.log10(logs.reduce((sum, log) => sum + 10 ** (log - most), 0) / JOINT_SHARES.length);
}

export interface AccompliceScore {
  /** log10 of the Bayes factor. */
  readonly factor: number;
  /** The factor minus the correction for the number of plates compared. */
  readonly strength: number;
  /** Points: 100 times the strength, never below 0. */
  readonly absScore: number;
  /** 0 to 0.99. */
  readonly score: number;
}

/** Points and score. @param platesRead distinct plates of the baseline: each was a candidate */
export function scoreAccomplice(factor: number, platesRead: number): AccompliceScore {
  const strength = factor - Math.log10(Math.max(1, platesRead));
  return {
    factor,
    strength,
    absScore: Math.max(0, Math.round(100 * strength)),
    score: Math.min(0.99, 1 / (1 + 10 ** (-0.6 * (strength - 1.5)))),
  };
}

/** Step on the verbal scale of evidence, from 10^w: 0 none, 1 weak ... 6 extremely strong. */
export function toVerbalStrength(strength: number): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  if (strength < Math.log10(2)) return 0;
  if (strength < 1) return 1;
  if (strength < 2) return 2;
  if (strength < 3) return 3;
  if (strength < 4) return 4;
  return strength < 6 ? 5 : 6;
}

/** T 9: "Alta probabilita'". Never true for a single session or an unknown habit. */
export const isHighlyProbable = (absScore: number, jointSessions: number, isHabitKnown: boolean): boolean =>
  absScore >= HIGH_PROBABILITY_SCORE && jointSessions >= MIN_HIGH_PROBABILITY_SESSIONS && isHabitKnown;

/**
 * How far the meetings exceed what the candidate's frequency explains. Candidates are examined in this order.
 * @param meetings passages with a meeting
 * @param expected meetings expected by chance
 */
export function computeMeetingExcess(meetings: number, expected: number): number {
  if (meetings <= expected) return 0;
  return 2 * (meetings * Math.log(meetings / Math.max(expected, 1e-9)) - (meetings - expected));
}

/**
 * Combines the evidence of several plants: their trips are added, and the correction for compared plates is applied
 * once (analysis design, part 2). A vehicle that follows one road from town to town passes several plants next to the
 * same strangers. Sessions of different plants less than an hour apart therefore form one trip of at most three
 * hours, and only the strongest session of a trip counts (ADR 0023).
 */
export interface PlantSession {
  readonly plant: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Weight of a joint session; null: not together, and `chance` is the chance of a meeting. */
  readonly weight: number | null;
  readonly chance: number;
}

const MAX_PAUSE_BETWEEN_PLANTS_MS = 60 * 60_000;
const MAX_TRIP_MS = 3 * 60 * 60_000;

export function computeMergedFactor(sessions: readonly PlantSession[]): number {
  const { together, apart } = selectCountedSessions(sessions);
  return computeBayesFactor(
    together.map(({ weight }) => weight ?? 0),
    apart.map(({ chance }) => chance),
  );
}

interface Trip<Session> {
  readonly fromMs: number;
  toMs: number;
  plant: number;
  best: Session;
}

/**
 * Sessions that count towards the merged factor: the strongest session of every joint trip, and those without the
 * candidate that do not overlap a joint trip.
 */
export function selectCountedSessions<Session extends PlantSession>(
  sessions: readonly Session[],
): { readonly together: readonly Session[]; readonly apart: readonly Session[] } {
  const trips: Trip<Session>[] = [];
  const inTime = [...sessions].sort((a, b) => a.fromMs - b.fromMs);
  for (const session of inTime) {
    if (session.weight === null) continue;
    const open = trips.at(-1);
    const goesOn =
      open !== undefined &&
      open.plant !== session.plant &&
      session.fromMs - open.toMs <= MAX_PAUSE_BETWEEN_PLANTS_MS &&
      session.toMs - open.fromMs <= MAX_TRIP_MS;
    if (!goesOn) {
      trips.push({ fromMs: session.fromMs, toMs: session.toMs, plant: session.plant, best: session });
      continue;
    }
    open.toMs = Math.max(open.toMs, session.toMs);
    open.plant = session.plant;
    if (session.weight > (open.best.weight ?? 0)) open.best = session;
  }
  const taken: { readonly fromMs: number; readonly toMs: number }[] = [...trips];
  const apart: Session[] = [];
  for (const session of inTime) {
    if (session.weight !== null) continue;
    if (taken.some((other) => session.fromMs <= other.toMs && session.toMs >= other.fromMs)) continue;
    taken.push(session);
    apart.push(session);
  }
  return { together: trips.map(({ best }) => best), apart };
}
