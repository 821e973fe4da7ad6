import type { PassageSession, TargetFacts, TargetPassage } from '@varco/domain/analysis/accomplice-facts.ts';
import {
  computeBayesFactor,
  isHighlyProbable,
  computeMeetingExcess,
  collectPairEvidence,
  scoreAccomplice,
  splitIntoSessions,
  type AccompliceScore,
  type PairEvidence,
} from '@varco/domain/analysis/accomplice-score.ts';
import { BaselineDays } from '@varco/domain/analysis/chance-of-meeting.ts';
import { PlateHistory } from '@varco/domain/analysis/plate-history.ts';
import { foldPlate } from '@varco/domain/plates/normalise-plate.ts';
import type { CotravellingPlate, Meeting, TimedRead } from './cotravelling-plates.repository.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import type { AccompliceSource } from './accomplice-source.ts';

/** Number of candidates whose full history is read, and maximum reads of each. */
const MAX_CANDIDATES = 200;
const MAX_HISTORY_READS = 500;
export const MAX_PASSAGES = 200;
const SAME_READ_MS = 1_000;
const NO_HISTORY = new PlateHistory([]);

export interface AccompliceRequest {
  readonly plate: string;
  readonly deltaMs: number;
  /** Minimum number of joint passages of a candidate. */
  readonly least: number;
  /** Where joint trips are searched, and the baseline around it. Gates are the allowed ones. */
  readonly evidence: Visibility;
  readonly baseline: Visibility;
  readonly nowMs: number;
}

export interface FoundCandidate {
  readonly plate: string;
  readonly meetings: readonly Meeting[];
  readonly disabled: number;
  readonly reads: number;
  readonly evidence: PairEvidence;
  readonly isHabitKnown: boolean;
  readonly score: AccompliceScore;
  readonly isHigh: boolean;
}

export interface FoundAccomplices {
  /** The effective baseline, which starts at the plant's first read at the earliest. */
  readonly baseline: Visibility;
  /** Passages at allowed gates, oldest first. */
  readonly passages: readonly TimedRead[];
  readonly sessions: readonly PassageSession[];
  readonly candidates: readonly FoundCandidate[];
  readonly platesRead: number;
  /** Number of meetings at gates that are not allowed, over all plates that met the target often enough. */
  readonly disabled: number;
  readonly misreads: readonly string[];
}

/**
 * Finds plates that travelled with one plate, best first. Passages at gates that the user may not search are not used
 * for scores and habits; their meetings are only counted (T 6). Source: analysis design, part 2.
 */
export async function findAccomplices(
  source: AccompliceSource,
  request: AccompliceRequest,
  signal?: AbortSignal,
): Promise<FoundAccomplices> {
  const { plate, deltaMs, least: minPassages, evidence, nowMs } = request;
  const { traffic } = source;
  const firstMs = await traffic.firstMs(nowMs);
  const baseline = { ...request.baseline, fromMs: Math.max(request.baseline.fromMs, firstMs) };
  const everywhere = { ...evidence, gates: null };
  const all = await source.readPassages(everywhere, plate, MAX_PASSAGES);
  const isAllowed = (gate: number): boolean => evidence.gates?.includes(gate) ?? true;
  const cotravelling = await source.findCotravellingPlates(
    extendRange(everywhere, deltaMs, request.baseline),
    plate,
    all,
    deltaMs,
    Math.max(2, minPassages),
  );
  const passages = all.filter(({ gate }) => isAllowed(gate));
  // Maps the index of a passage among all passages to its index among the allowed ones.
  const allowedIndex = new Map(passages.map((passage, index) => [all.indexOf(passage), index]));
  const split = cotravelling.map((candidate) => splitMeetings(candidate, all, allowedIndex));
  const disabled = split.reduce((sum, one) => sum + one.disabled, 0);
  const enough = split.filter(({ meetings }) => meetings.length >= Math.max(2, minPassages));
  const { misreads, others } = separateMisreads(plate, enough, passages);
  const facts = await readTargetFacts(source, { ...request, baseline }, passages, signal);
  const strongest = await selectStrongest(source, others, facts);
  const gates = [...new Set(passages.map(({ gate }) => gate))];
  const histories = await source.readHistories(
    baseline,
    strongest.map((one) => one.plate),
    gates,
    MAX_HISTORY_READS,
  );
  const platesRead = await traffic.plates(baseline, nowMs);
  const candidates = strongest.map((one): FoundCandidate => {
    const { reads, history } = histories.get(one.plate) ?? { reads: one.meetings.length, history: NO_HISTORY };
    const meetings = new Map(one.meetings.map(({ place: passageIndex, ms }) => [passageIndex, ms]));
    const found = collectPairEvidence(facts, { reads, history, meetings });
    const factor = computeBayesFactor(
      found.joint.map(({ weight }) => weight),
      found.missed.map(({ chance }) => chance),
    );
    const score = scoreAccomplice(factor, platesRead);
    const isHabitKnown = found.joint.every(({ habit }) => habit.isKnown);
    const isHigh = isHighlyProbable(score.absScore, found.joint.length, isHabitKnown);
    return { ...one, reads, evidence: found, isHabitKnown, score, isHigh };
  });
  candidates.sort((a, b) => b.score.strength - a.score.strength || (a.plate < b.plate ? -1 : 1));
  return { baseline, passages, sessions: facts.sessions, candidates, platesRead, disabled, misreads };
}

/**
 * Extends the range by the time difference, because the partner of the first passage may have been read just before it.
 * Never exceeds what may be seen.
 */
const extendRange = (evidence: Visibility, deltaMs: number, baseline: Visibility): Visibility => ({
  gates: null,
  fromMs: Math.max(baseline.fromMs, evidence.fromMs - deltaMs),
  toMs: Math.min(baseline.toMs, evidence.toMs + deltaMs),
});

interface SplitMeetings {
  readonly plate: string;
  readonly meetings: readonly Meeting[];
  readonly disabled: number;
}

/** Keeps the meetings at allowed gates, the nearest one per passage, and counts the others. */
function splitMeetings(
  { plate, meetings }: CotravellingPlate,
  all: readonly TimedRead[],
  allowedIndex: ReadonlyMap<number, number>,
): SplitMeetings {
  const nearest = new Map<number, Meeting>();
  const elsewhere = new Set<number>();
  for (const { place: at, id, ms } of meetings) {
    const passageIndex = allowedIndex.get(at);
    if (passageIndex === undefined) {
      elsewhere.add(at);
      continue;
    }
    const away = (of: { readonly ms: number }): number => Math.abs(of.ms - (all[at]?.ms ?? 0));
    const known = nearest.get(passageIndex);
    if (known === undefined || away({ ms }) < away(known)) nearest.set(passageIndex, { place: passageIndex, id, ms });
  }
  return { plate, disabled: elsewhere.size, meetings: [...nearest.values()].sort((a, b) => a.place - b.place) };
}

/**
 * Separates misreads of the target: plates that differ in one confusable character and were always read in the same
 * second at the same gate.
 */
function separateMisreads(plate: string, cotravelling: readonly SplitMeetings[], passages: readonly TimedRead[]) {
  const misreads: string[] = [];
  const others = cotravelling.filter((one) => {
    const isMisread =
      isOneCharacterOff(plate, one.plate) &&
      one.meetings.every(
        ({ place: passageIndex, ms }) => Math.abs(ms - (passages[passageIndex]?.ms ?? 0)) <= SAME_READ_MS,
      );
    if (isMisread) misreads.push(one.plate);
    return !isMisread;
  });
  return { misreads, others };
}

const isOneCharacterOff = (a: string, b: string): boolean =>
  a.length === b.length && foldPlate(a) === foldPlate(b) && [...a].filter((char, i) => char !== b[i]).length === 1;

async function readTargetFacts(
  source: AccompliceSource,
  { deltaMs, baseline, nowMs }: AccompliceRequest,
  passages: readonly TimedRead[],
  signal?: AbortSignal,
): Promise<TargetFacts> {
  const { traffic } = source;
  const [counts, reads] = await Promise.all([source.readTrafficAt(passages), traffic.reads(baseline, nowMs)]);
  const share = (2 * deltaMs) / 3_600_000 / Math.max(1, reads);
  const withTraffic = passages.map((passage, index): TargetPassage => ({
    ...passage,
    q: Math.max(1, counts[index] ?? 0) * share,
  }));
  const sessions = splitIntoSessions(withTraffic);
  const legs = new Map<number, ReadonlyMap<number, number>>();
  for (const { from, to } of sessions)
    for (let passageIndex = from; passageIndex < to; passageIndex += 1) {
      const gate = withTraffic[passageIndex]?.gate;
      if (gate === undefined || legs.has(gate)) continue;
      signal?.throwIfAborted();
      legs.set(gate, await traffic.next(baseline, gate, nowMs));
    }
  const offset = passages[0] === undefined ? 0 : passages[0].localMs - passages[0].ms;
  return {
    passages: withTraffic,
    sessions,
    deltaMs,
    baseline: new BaselineDays(baseline.fromMs + offset, Math.min(baseline.toMs, nowMs) + offset),
    legShare: (a, b) => legs.get(a)?.get(b) ?? 0,
  };
}

/** The plates whose meetings exceed most what their frequency explains. The others cannot reach a score. */
async function selectStrongest(
  source: AccompliceSource,
  cotravelling: readonly SplitMeetings[],
  { passages }: TargetFacts,
): Promise<readonly SplitMeetings[]> {
  if (cotravelling.length <= MAX_CANDIDATES) return cotravelling;
  const totals = await source.readTotals(cotravelling.map(({ plate }) => plate));
  const q = passages.reduce((sum, passage) => sum + passage.q, 0);
  const excess = ({ plate, meetings }: SplitMeetings): number =>
    computeMeetingExcess(meetings.length, (totals.get(plate) ?? meetings.length) * q);
  return (
    cotravelling
      .map((candidate) => ({ companion: candidate, worth: excess(candidate) }))
      // Equal scores are ordered by plate, so that equal queries give equal results.
      .sort((a, b) => b.worth - a.worth || (a.companion.plate < b.companion.plate ? -1 : 1))
      .slice(0, MAX_CANDIDATES)
      .map(({ companion: candidate }) => candidate)
  );
}
