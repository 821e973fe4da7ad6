import type { TargetFacts, TargetPassage } from '@varco/domain/analysis/accomplice-facts.ts';
import {
  ACCOMPLICE_VERSION,
  collectPairEvidence,
  computeBayesFactor,
  isHighlyProbable,
  scoreAccomplice,
  splitIntoSessions,
} from '@varco/domain/analysis/accomplice-score.ts';
import { BaselineDays } from '@varco/domain/analysis/chance-of-meeting.ts';
import { PlateHistory } from '@varco/domain/analysis/plate-history.ts';
import { toCandidate } from '@varco/plant-server/features/accomplices/accomplices.view.ts';
import type { FoundCandidate } from '@varco/plant-server/features/accomplices/find-accomplices.ts';
import { CodeDictionary } from '@varco/plant-server/database/code-dictionary.repository.ts';
import { createPlate, type Random } from './random.ts';

const DAY_MS = 86_400_000;
/** A Monday; the wall clock of the generated plant is UTC. */
const START_MS = Date.UTC(2026, 8, 7);
const DAYS = 28;
const GATES = 6;
const DELTA_MS = 5 * 60_000;
const CANDIDATES = 50;

const createRead = (gate: number, ms: number) => ({ gate, ms, localMs: ms });

function createTarget(random: Random): TargetFacts & { readonly timed: readonly (TargetPassage & { id: string })[] } {
  const starts = Array.from({ length: random.whole(2, 12) }, () => START_MS + random.real(0, DAYS - 1) * DAY_MS);
  const timed = starts
    .flatMap((start) =>
      Array.from({ length: random.whole(1, 4) }, (_, step) => start + step * random.whole(120_000, 900_000)),
    )
    .toSorted((a, b) => a - b)
    .map((ms, index) => ({
      ...createRead(random.whole(1, GATES), Math.round(ms)),
      q: 10 ** random.real(-9, -2),
      id: String(index + 1),
    }));
  const shares = Array.from({ length: (GATES + 1) ** 2 }, () => random.real(0, 1));
  return {
    timed,
    passages: timed,
    sessions: splitIntoSessions(timed),
    deltaMs: DELTA_MS,
    baseline: new BaselineDays(START_MS, START_MS + random.pick([2, DAYS]) * DAY_MS),
    legShare: (a, b) => (random.chance(0.1) ? null : (shares[a * GATES + b] ?? null)),
  };
}

function createCandidate(random: Random, index: number, target: ReturnType<typeof createTarget>, compared: number) {
  const share = random.pick([0.1, 0.5, 0.95]);
  const meetings = target.timed.flatMap(({ id, ms }, place) =>
    random.chance(share) ? [{ place, id: `9${id}`, ms: ms + random.whole(-DELTA_MS, DELTA_MS) }] : [],
  );
  const others = Array.from({ length: random.whole(0, 40) }, () =>
    createRead(random.whole(1, GATES), START_MS + Math.floor(random.real(0, DAYS) * DAY_MS)),
  );
  const history = new PlateHistory([
    ...others,
    ...meetings.map(({ place, ms }) => createRead(target.timed[place]?.gate ?? 1, ms)),
  ]);
  const evidence = collectPairEvidence(target, {
    reads: history.size,
    history,
    meetings: new Map(meetings.map(({ place, ms }) => [place, ms])),
  });
  const factor = computeBayesFactor(
    evidence.joint.map(({ weight }) => weight),
    evidence.missed.map(({ chance }) => chance),
  );
  const score = scoreAccomplice(factor, compared);
  const isHabitKnown = evidence.joint.every(({ habit }) => habit.isKnown);
  const isHigh = isHighlyProbable(score.absScore, evidence.joint.length, isHabitKnown);
  const plate = createPlate(index);
  const found: FoundCandidate = {
    plate,
    meetings,
    disabled: 0,
    reads: history.size,
    evidence,
    isHabitKnown,
    score,
    isHigh,
  };
  return found;
}

/** An answer of a plant about a random target, scored and written by the product. */
export function createAccompliceAnswer(random: Random) {
  const target = createTarget(random);
  const compared = random.whole(1, 10 ** random.whole(0, 6));
  const context = {
    plate: 'FO111LA',
    passages: target.timed,
    // No row of a candidate is shown, so no word is looked up.
    codes: new CodeDictionary({ run: () => Promise.resolve([]) }),
    rows: new Map(),
  };
  const candidates = Array.from({ length: CANDIDATES }, (_, index) =>
    toCandidate(createCandidate(random, index, target, compared), context),
  );
  return { answer: { versione: ACCOMPLICE_VERSION, confrontate: compared, candidates } };
}
