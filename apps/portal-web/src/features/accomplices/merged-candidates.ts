import type { AccompliceResponse, AccompliceCandidate } from '@varco/contract/plant/accomplices.ts';
import {
  selectCountedSessions,
  isHighlyProbable,
  computeMergedFactor,
  scoreAccomplice,
  toVerbalStrength,
  type PlantSession,
} from '@varco/domain/analysis/accomplice-score.ts';
import { toMilliseconds } from '../../lib/clock.ts';

/** Response of one plant. */
export interface PlantAnswer {
  readonly peerId: number;
  readonly answer: AccompliceResponse;
}

/** A candidate found by one plant, with the response that contains it. */
export interface CandidatePart extends PlantAnswer {
  readonly candidate: AccompliceCandidate;
}

/** A plate that travelled with the target, merged over all plants that reported it. */
export interface MergedCandidate {
  readonly plate: string;
  readonly parts: readonly CandidatePart[];
  readonly score: number;
  readonly absScore: number;
  readonly factor: number;
  readonly strength: number;
  readonly scale: number;
  readonly isHigh: boolean;
  readonly isSingle: boolean;
  readonly disabledMeetings: number;
  /** Number of plates compared; an upper limit when several plants were searched. */
  readonly comparedPlates: number;
  /** Keys (`tripKey`) of the trips that count. A trip seen by two plants counts once. */
  readonly countedTripKeys: ReadonlySet<string>;
}

/** Identifies a trip of the target by the plant and the index of the session in its response. */
export const tripKey = (peerId: number, session: number): string => `${peerId} ${session}`;

/** Sessions in which one plant saw the candidate, with their evidence. */
function listSessions({
  peerId,
  candidate,
  answer,
}: CandidatePart): readonly (PlantSession & { readonly key: string })[] {
  const toSession = (session: number) => {
    const { dal = '', al = '' } = answer.sessioni[session] ?? {};
    return { key: tripKey(peerId, session), plant: peerId, fromMs: toMilliseconds(dal), toMs: toMilliseconds(al) };
  };
  return [
    ...candidate.viaggi.map(({ sessione, peso, caso }) => ({ ...toSession(sessione), weight: peso, chance: caso })),
    ...candidate.senza.map(([sessione, chance]) => ({ ...toSession(sessione), weight: null, chance })),
  ];
}

/** The score of a candidate as computed by its plant. */
const toCandidateScore = (candidate: AccompliceCandidate) => ({
  score: candidate.score,
  absScore: candidate.abs_score,
  factor: candidate.fattore,
  strength: candidate.forza,
  scale: candidate.scala,
  isHigh: candidate.alta_probabilita,
  isSingle: candidate.solo_uno,
});

function mergeCandidate(
  plate: string,
  parts: readonly CandidatePart[],
  compared: number,
  plants: number,
): MergedCandidate {
  const scored = parts.filter(({ candidate }) => !candidate.solo_uno);
  const disabled = parts.reduce((sum, { candidate }) => sum + candidate.count_disabled, 0);
  const all = scored.flatMap(listSessions);
  const [only] = parts;
  if (plants === 1 && only !== undefined)
    return {
      plate,
      parts,
      ...toCandidateScore(only.candidate),
      disabledMeetings: disabled,
      comparedPlates: compared,
      countedTripKeys: new Set(all.map(({ key }) => key)),
    };
  if (scored.length === 0)
    return {
      plate,
      parts,
      score: 0,
      absScore: 0,
      factor: 0,
      strength: 0,
      scale: 0,
      isHigh: false,
      isSingle: true,
      disabledMeetings: disabled,
      comparedPlates: compared,
      countedTripKeys: new Set(),
    };
  const { together, apart } = selectCountedSessions(all);
  const factor = computeMergedFactor(all);
  const { score, absScore, strength } = scoreAccomplice(factor, compared);
  const isHabitKnown = scored.every(({ candidate }) => candidate.abitudine_nota);
  return {
    plate,
    parts,
    score,
    absScore,
    factor,
    strength,
    scale: toVerbalStrength(strength),
    isHigh: isHighlyProbable(absScore, together.length, isHabitKnown),
    isSingle: false,
    disabledMeetings: disabled,
    comparedPlates: compared,
    countedTripKeys: new Set([...together, ...apart].map(({ key }) => key)),
  };
}

/**
 * Merges the candidates of all plants by plate. Evidence of sessions that do not overlap is added up. The correction
 * for the number of compared plates assumes that all plates of all plants differ (an upper limit). Scored candidates
 * first, best first.
 */
export function mergeCandidates(answers: readonly PlantAnswer[]): readonly MergedCandidate[] {
  const byPlate = new Map<string, CandidatePart[]>();
  for (const plant of answers)
    for (const candidate of plant.answer.candidates)
      byPlate.set(candidate.plate2, [...(byPlate.get(candidate.plate2) ?? []), { ...plant, candidate }]);
  const compared = answers.reduce((sum, { answer }) => sum + answer.confrontate, 0);
  return [...byPlate]
    .map(([plate, parts]) => mergeCandidate(plate, parts, compared, answers.length))
    .toSorted(
      (a, b) => Number(a.isSingle) - Number(b.isSingle) || b.strength - a.strength || (a.plate < b.plate ? -1 : 1),
    );
}

/** Number of meetings at gates the user is not authorised for, over all plants. */
export const countDisabledMeetings = (answers: readonly PlantAnswer[]): number =>
  answers.reduce((sum, { answer }) => sum + answer.count_disabled, 0);
