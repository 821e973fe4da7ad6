import type { ExcessShares, MovementFacts } from '@varco/domain/analysis/excess-shares.ts';
import {
  dependsOnPassages,
  LISTED_POINTS,
  pointsWithoutStatus,
  scoreOfSum,
  STATUS_CAP,
  suspectScore,
  type OtherFacts,
  type SuspectScore,
  type SuspectWeights,
} from '@varco/domain/analysis/suspect-score.ts';
import { CHECK_VALUES } from '@varco/domain/transits/transit-values.ts';
import { passagesOf } from '../../store/movements.ts';
import type { PlantStore } from '../../store/open-store.ts';
import type { Runner } from '../../store/statement.ts';
import type { Visibility } from '../../store/visible-transits.ts';
import {
  dictionaryFacts,
  newestPassages,
  whitelisted,
  type DictionaryFacts,
  type NewestPassage,
} from './suspect-facts.ts';
import { noMovement, type WindowMovements } from './suspect-movements.ts';
import type { FoundSuspect, SuspectRequest } from './suspect-request.ts';

const NO = CHECK_VALUES.indexOf('no');
/** Each look is a way to the database and back, and the more it takes in the more of it is in vain. */
const FIRST_LOOK = 300;
const NEXT_LOOK = 500;
const FEWEST_READS_FIRST_SEEN = 4;

export interface Facts {
  readonly movements: WindowMovements;
  readonly shares: ExcessShares;
  readonly discarded: ReadonlyMap<string, number>;
  readonly convoys: ReadonlyMap<string, number>;
  readonly weights: SuspectWeights;
}

type Status = Omit<OtherFacts, 'convoy' | 'discarded'>;

/** Score of a plate with its status. @param passages in the window */
function scoreWith(plate: string, facts: Facts, status: Status, passages: number): SuspectScore {
  const { movements, shares, weights } = facts;
  const movement = movements.facts.get(plate) ?? noMovement;
  return suspectScore({ ...movement, passages }, { ...status, ...othersOf(plate, facts) }, shares, weights);
}

/** Points of a plate without its status; as many as it can have, while its passages in the window are not all counted. */
export function sumWithoutStatus(plate: string, facts: Facts): number {
  const { movements, shares, weights } = facts;
  return pointsWithoutStatus(movements.facts.get(plate) ?? noMovement, othersOf(plate, facts), shares, weights);
}

const othersOf = (plate: string, { discarded, convoys }: Facts): Pick<OtherFacts, 'convoy' | 'discarded'> => ({
  convoy: convoys.get(plate) ?? 0,
  discarded: discarded.get(plate) ?? 0,
});

/** A plate with the points it has without its status. */
export interface Hopeful {
  readonly plate: string;
  readonly sum: number;
}

export interface BestSuspects {
  /** Best first, at most so many as asked for. */
  readonly listed: readonly FoundSuspect[];
  /** More would be listed. */
  readonly areMore: boolean;
  /** Plates that would be listed but for the whitelist. */
  readonly spared: number;
}

/**
 * The best of the plates with their status. It is worth `STATUS_CAP` at most, so it is looked at best first and only as far as
 * it can still change who is best.
 * @param plates the most points first
 * @param areMore whether it is known that there are more than asked for
 */
export async function bestOf(
  store: PlantStore,
  plates: readonly Hopeful[],
  facts: Facts,
  request: SuspectRequest,
  areMore: boolean,
  signal?: AbortSignal,
): Promise<BestSuspects> {
  const named = plates.map(({ plate }) => plate);
  const first = named.slice(0, FIRST_LOOK);
  const [whitelist, firstFound] = await Promise.all([
    whitelisted(store.runner, named, request.nowIso, signal),
    scoresOf(store, first, facts, request, signal),
  ]);
  const isListed = ({ newest }: FoundSuspect): boolean =>
    !whitelist.has(newest.plate) && isOfKind(store, newest, request.kinds);
  // Whoever is on the whitelist is looked at wherever he stands: the answer counts them.
  const looked = new Set(first);
  const later = [...whitelist].filter((plate) => !looked.has(plate));
  const spared =
    firstFound.filter(({ newest }) => whitelist.has(newest.plate)).length +
    (await scoresOf(store, later, facts, request, signal)).length;
  const others = plates.slice(FIRST_LOOK).filter(({ plate }) => !whitelist.has(plate));
  const enough = areMore ? request.most : request.most + 1;
  let best = firstFound.filter(isListed).sort(byScore);
  for (let from = 0; from < others.length; from += NEXT_LOOK) {
    // At the same score the plate decides.
    const least = best[enough - 1]?.score.score ?? 0;
    const batch = others.slice(from, from + NEXT_LOOK).filter(({ sum }) => scoreOfSum(sum + STATUS_CAP) >= least);
    if (batch.length === 0) break;
    const found = await scoresOf(
      store,
      batch.map(({ plate }) => plate),
      facts,
      request,
      signal,
    );
    best = [...best, ...found.filter(isListed)].sort(byScore);
  }
  return { listed: best.slice(0, request.most), areMore: best.length > request.most, spared };
}

const byScore = (a: FoundSuspect, b: FoundSuspect): number =>
  b.score.score - a.score.score || (a.newest.plate < b.newest.plate ? -1 : 1);

const isOfKind = ({ codes }: PlantStore, { vclass }: NewestPassage, kinds: SuspectRequest['kinds']): boolean =>
  kinds === undefined || kinds.length === 0 || kinds.includes(codes.word('class', vclass) || 'undefined');

/** The plates with their whole score; those below 100 points are gone. */
async function scoresOf(
  { runner }: PlantStore,
  plates: readonly string[],
  facts: Facts,
  { window, seeable }: SuspectRequest,
  signal?: AbortSignal,
): Promise<readonly FoundSuspect[]> {
  if (plates.length === 0) return [];
  const [found, known, passages] = await Promise.all([
    newestPassages(runner, window, plates, signal),
    dictionaryFacts(runner, plates, seeable, signal),
    countedPassages(runner, plates, facts, window, signal),
  ]);
  return found.flatMap((newest): FoundSuspect[] => {
    const n = passages.get(newest.plate) ?? 0;
    const isNew = isFirstSeen(known.get(newest.plate), n, facts, window);
    const score = scoreWith(newest.plate, facts, statusOf(newest, known.get(newest.plate), isNew), n);
    return score.score >= LISTED_POINTS ? [{ newest, score }] : [];
  });
}

/** Passages of plates in the window: counted where points depend on how many they are exactly, else as far as they are known. */
async function countedPassages(
  runner: Runner,
  plates: readonly string[],
  { movements, shares }: Facts,
  window: Visibility,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const { uncounted } = movements;
  const strangers = plates.filter((plate) => !movements.facts.has(plate));
  const counted = new Map(plates.map((plate) => [plate, movements.facts.get(plate)?.passages ?? 0]));
  const isUnsure = (plate: string): boolean => {
    const own = movements.facts.get(plate);
    return own !== undefined && (dependsOnPassages(own, shares) || mayBecomeNew(own));
  };
  const unsure = uncounted.length === 0 ? [] : plates.filter(isUnsure);
  const found = await Promise.all([
    passagesOf(runner, window, strangers, signal),
    ...uncounted.map((part) => passagesOf(runner, part, unsure, signal)),
  ]);
  for (const part of found) for (const [plate, n] of part) counted.set(plate, (counted.get(plate) ?? 0) + n);
  return counted;
}

/** The passages of its cut days decide whether they are enough for a plate to count as new. */
const mayBecomeNew = ({ passages, reads }: MovementFacts): boolean =>
  passages < FEWEST_READS_FIRST_SEEN && reads >= FEWEST_READS_FIRST_SEEN;

/** A plate is new only where the plant has a time before the window to have seen it in. */
const isFirstSeen = (known: DictionaryFacts | undefined, passages: number, { movements }: Facts, window: Visibility) =>
  known !== undefined &&
  movements.spans > 0 &&
  known.firstSeenMs >= window.fromMs &&
  passages >= FEWEST_READS_FIRST_SEEN;

const statusOf = (newest: NewestPassage, known: DictionaryFacts | undefined, isNew: boolean): Status => ({
  isFirstSeen: isNew,
  isForeign: known?.isForeign ?? newest.nation > 1,
  isUninsured: newest.insured === NO,
  isUninspected: newest.inspected === NO,
  looksMisread: known?.looksMisread ?? false,
});
