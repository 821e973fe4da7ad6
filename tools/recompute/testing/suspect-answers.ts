import { ExcessShares, medianOfSpans, type MovementFacts, toLog2Bucket } from '@varco/domain/analysis/excess-shares.ts';
import {
  computeSuspectScore,
  countHighInterest,
  DEFAULT_SUSPECT_WEIGHTS,
  SUSPECT_VERSION,
  SUSPECT_WEIGHTS,
  type SuspectWeights,
  WEIGHT_BOUNDS,
} from '@varco/domain/analysis/suspect-score.ts';
import { createPlate, type Random } from './random.ts';

const PLATES = 200;
const PEERS = 5_000;

function createMovement(random: Random): MovementFacts {
  const isOutlier = random.chance(0.1);
  const values = (scale: number) => {
    const of = (most: number): number => Math.floor(random.real(0, 1) ** 3 * most * scale);
    return { night: of(12), night_days: of(7), loops: of(10), night_loops: of(4), gates: of(20) };
  };
  const value = values(isOutlier ? 2.5 : 1);
  const spans = Array.from({ length: random.whole(0, 4) }, () => values(random.chance(0.3) ? 1 : 0.2));
  const habitOf = (name: keyof typeof value): number => medianOfSpans(spans.map((span) => span[name]));
  const reads = random.whole(1, 40) * (random.chance(0.2) ? 6 : 1) + value.night;
  return {
    value,
    habit: {
      night: habitOf('night'),
      night_days: habitOf('night_days'),
      loops: habitOf('loops'),
      night_loops: habitOf('night_loops'),
      gates: habitOf('gates'),
    },
    reads,
    passages: random.whole(Math.max(1, value.night), reads),
  };
}

/** The weights of the formula, or others within their bounds. */
function createWeights(random: Random): SuspectWeights {
  if (random.chance(0.5)) return DEFAULT_SUSPECT_WEIGHTS;
  const own = { ...DEFAULT_SUSPECT_WEIGHTS };
  for (const name of SUSPECT_WEIGHTS) own[name] = random.whole(WEIGHT_BOUNDS[name].min, WEIGHT_BOUNDS[name].max);
  return own;
}

/** An answer of a plant with random traffic, scored by the product, and the weights of that plant. */
export function createSuspectAnswer(random: Random) {
  const weights = createWeights(random);
  const facts = Array.from({ length: PLATES }, () => createMovement(random));
  const byLog2: number[] = Array.from({ length: 10 }, () => 0);
  for (const { reads } of facts) byLog2[toLog2Bucket(reads)] = (byLog2[toLog2Bucket(reads)] ?? 0) + 1;
  // Plates without any movement, which make the others rare.
  const shares = new ExcessShares(
    byLog2.map((plates, bucket) => plates + (bucket < 6 ? random.whole(0, PEERS) : 0)),
    facts,
  );
  const scored = facts.map((movement, index) => {
    const other = {
      convoy: random.chance(0.1) ? random.real(0, 600) : 0,
      discarded: random.chance(0.1) ? random.whole(1, 6) : 0,
      isFirstSeen: random.chance(0.2),
      isForeign: random.chance(0.2),
      isUninsured: random.chance(0.2),
      isUninspected: random.chance(0.2),
      looksMisread: random.chance(0.05),
    };
    return { plate: createPlate(index), movement, score: computeSuspectScore(movement, other, shares, weights) };
  });
  scored.sort((a, b) => b.score.score - a.score.score);
  const high = countHighInterest(scored.map(({ score }) => score.score));
  const objects = scored.map(({ plate, movement, score }, index) => ({
    score: score.score,
    code: score.code,
    plate_count: movement.passages,
    transit: { targa: plate },
    items: score.items.map(({ alikeOf, ...item }) => ({ ...item, alike_of: alikeOf })),
    high_interest: index < high,
  }));
  return { answer: { versione: SUSPECT_VERSION, objects }, weights: { weights } };
}
