import type { ExcessShares, MovementFacts } from '@varco/domain/analysis/excess-shares.ts';
import {
  dependsOnPassages,
  LISTED_POINTS,
  computeMovementPoints,
  computeNonMovementPoints,
  computeSuspectScore,
  type NonMovementFacts,
  type StatusFacts,
  type SuspectScore,
  type SuspectWeights,
} from '@varco/domain/analysis/suspect-score.ts';
import { CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { countPassages } from '../../plate-index/movements/movements.repository.ts';
import type { PlantStore } from '../../context/open-store.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { Visibility } from '../../policy/visible-transits.sql.ts';
import {
  readDictionaryFacts,
  readPlateNewestPassages,
  type FirstSight,
  type NewestPassage,
} from './suspect-facts.repository.ts';
import { NO_MOVEMENT, type WindowMovements } from './suspect-movements.ts';
import type { FoundSuspect, SuspectRequest } from './suspect-request.ts';

const NO = CHECK_VALUES.indexOf('no');
const MIN_READS_FIRST_SEEN = 4;

export interface SuspectFacts {
  readonly movements: WindowMovements;
  readonly shares: ExcessShares;
  readonly discarded: ReadonlyMap<string, number>;
  readonly convoys: ReadonlyMap<string, number>;
  readonly weights: SuspectWeights;
}

type SuspectStatus = Omit<NonMovementFacts, 'convoy' | 'discarded'>;

/** Score of a plate including its status. @param passages in the window */
function scorePlate(plate: string, facts: SuspectFacts, status: SuspectStatus, passages: number): SuspectScore {
  const { movements, shares, weights } = facts;
  const movement = movements.facts.get(plate) ?? NO_MOVEMENT;
  return computeSuspectScore({ ...movement, passages }, { ...status, ...getOtherFacts(plate, facts) }, shares, weights);
}

/**
 * Points of each plate for its movements; an upper bound while its passages in the window are not fully counted. Needs
 * no other facts.
 */
export function computeMovementPointsByPlate(
  { facts }: WindowMovements,
  shares: ExcessShares,
  weights: SuspectWeights,
): ReadonlyMap<string, number> {
  const points = new Map<string, number>();
  for (const [plate, movement] of facts) points.set(plate, computeMovementPoints(movement, shares, weights));
  return points;
}

/** Points of a plate without its status. @param moved its points for movements */
export const pointsWithoutStatus = (
  plate: string,
  moved: number,
  facts: Pick<SuspectFacts, 'convoys' | 'discarded' | 'weights'>,
): number => moved + computeNonMovementPoints(getOtherFacts(plate, facts), facts.weights);

/**
 * Whether an impossible read gives the plate points. It is then listed even below `LISTED_POINTS`: of two reads at once
 * neither can be called the wrong one, and nobody looks for what no list shows.
 */
export const isMarked = (plate: string, { discarded, weights }: Pick<SuspectFacts, 'discarded' | 'weights'>): boolean =>
  computeNonMovementPoints({ convoy: 0, discarded: discarded.get(plate) ?? 0 }, weights) > 0;

/** Whether a plate with this score is listed. */
export const isListed = (score: number, plate: string, facts: Pick<SuspectFacts, 'discarded' | 'weights'>): boolean =>
  score >= LISTED_POINTS || (score > 0 && isMarked(plate, facts));

const getOtherFacts = (
  plate: string,
  { discarded, convoys }: Pick<SuspectFacts, 'convoys' | 'discarded'>,
): Pick<NonMovementFacts, 'convoy' | 'discarded'> => ({
  convoy: convoys.get(plate) ?? 0,
  discarded: discarded.get(plate) ?? 0,
});

/**
 * The full scores of the plates; plates that are not listed are removed.
 * @param newest their newest passages, where already known
 */
export async function scorePlates(
  { runner }: Pick<PlantStore, 'runner'>,
  plates: readonly string[],
  facts: SuspectFacts,
  { window, seeable }: SuspectRequest,
  signal?: AbortSignal,
  newest?: readonly NewestPassage[],
): Promise<readonly FoundSuspect[]> {
  if (plates.length === 0) return [];
  const [found, known, passages] = await Promise.all([
    newest ?? readPlateNewestPassages(runner, window, plates, signal),
    readDictionaryFacts(runner, plates, seeable, signal),
    countNeededPassages(runner, plates, facts, window, signal),
  ]);
  return found.flatMap((passage): FoundSuspect[] => {
    const { plate } = passage;
    const n = passages.get(plate) ?? 0;
    const movement = known.get(plate);
    const isNew = n >= MIN_READS_FIRST_SEEN && canBeNew(movement, facts, window);
    const status = { ...toStatusFacts(passage, movement, isNew), looksMisread: movement?.looksMisread ?? false };
    const score = scorePlate(plate, facts, status, n);
    return isListed(score.score, plate, facts) ? [{ newest: passage, score }] : [];
  });
}

/** Passages of plates in the window. Counted exactly only where points depend on the exact number. */
async function countNeededPassages(
  runner: Runner,
  plates: readonly string[],
  { movements, shares }: SuspectFacts,
  window: Visibility,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const { uncounted } = movements;
  const strangers = plates.filter((plate) => !movements.facts.has(plate));
  const counted = new Map(plates.map((plate) => [plate, movements.facts.get(plate)?.passages ?? 0]));
  const needsCount = (plate: string): boolean => {
    const movement = movements.facts.get(plate);
    return movement !== undefined && (dependsOnPassages(movement, shares) || newnessDependsOnCount(movement));
  };
  const platesToCount = uncounted.length === 0 ? [] : plates.filter(needsCount);
  const found = await Promise.all([
    countPassages(runner, window, strangers, signal),
    ...uncounted.map((part) => countPassages(runner, part, platesToCount, signal)),
  ]);
  for (const part of found) for (const [plate, n] of part) counted.set(plate, (counted.get(plate) ?? 0) + n);
  return counted;
}

/** Whether the passages on partial days decide if the plate has enough reads to count as new. */
const newnessDependsOnCount = ({ passages, reads }: MovementFacts): boolean =>
  passages < MIN_READS_FIRST_SEEN && reads >= MIN_READS_FIRST_SEEN;

/** A plate can count as new only if the plant has reads from before the window. */
export const canBeNew = (known: FirstSight | undefined, { movements }: SuspectFacts, window: Visibility): boolean =>
  known !== undefined && movements.spans > 0 && known.firstSeenMs >= window.fromMs;

export const toStatusFacts = (
  newest: NewestPassage,
  known: FirstSight | undefined,
  isFirstSeen: boolean,
): StatusFacts => ({
  isFirstSeen,
  isForeign: known?.isForeign ?? newest.nation > 1,
  isUninsured: newest.insured === NO,
  isUninspected: newest.inspected === NO,
});
