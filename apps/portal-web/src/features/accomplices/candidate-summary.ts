import { toMilliseconds } from '../../lib/clock.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { type MergedCandidate, tripKey } from './merged-candidates.ts';

/** What the table says about a candidate. */
export interface CandidateSummary {
  /** Joint trips that count for the score; 0 for a single passage. */
  readonly trips: number;
  /** Days of these trips. */
  readonly days: number;
  /** Passages together. */
  readonly passages: number;
  /** Different gates of these passages. */
  readonly gates: number;
  readonly plants: number;
  /** Instants of the first and the last passage together; null without one. */
  readonly first: string | null;
  readonly last: string | null;
}

/** Numbers of a candidate over all its plants. A trip that two plants saw counts once, as it does for the score. */
export function summarizeCandidate({ parts, countedTripKeys }: MergedCandidate): CandidateSummary {
  const trips = parts.flatMap(({ peerId, candidate, answer }) =>
    candidate.viaggi
      .filter(({ sessione }) => countedTripKeys.has(tripKey(peerId, sessione)))
      .map(({ sessione }) => answer.sessioni[sessione]?.dal ?? answer.periodo.dal),
  );
  const passages = parts.flatMap(({ peerId, candidate }) =>
    candidate.transits.map((passage) => ({ peerId, ...passage })),
  );
  const times = passages.map((passage) => passage.date_base).toSorted((a, b) => toMilliseconds(a) - toMilliseconds(b));
  // One plant counted the days itself, by passage; days of several plants must not be added up.
  const [only] = parts;
  const days = parts.length === 1 && only !== undefined ? only.candidate.giorni : new Set(trips.map(toRomeDay)).size;
  return {
    trips: trips.length,
    days,
    passages: passages.length,
    gates: new Set(passages.map(({ peerId, gate_id: gate }) => `${peerId} ${gate}`)).size,
    plants: parts.length,
    first: times[0] ?? null,
    last: times.at(-1) ?? null,
  };
}

/** A row of the ranked table; `rank` from 1, null for a single passage, which has no score. */
export interface RankedCandidate extends MergedCandidate {
  readonly rank: number | null;
}

/** Ranks of candidates that are sorted best first; those with a single passage come last and have none. */
export const rankCandidates = (candidates: readonly MergedCandidate[]): readonly RankedCandidate[] =>
  candidates.map((candidate, index) => ({ ...candidate, rank: candidate.isSingle ? null : index + 1 }));
