import {
  LISTED_POINTS,
  scoreOfSum,
  STATUS_CAP,
  type StatusFacts,
  statusWorth,
} from '@varco/domain/analysis/suspect-score.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { firstSights, newestPassages, whitelisted, type NewestPassage } from './suspect-facts.ts';
import type { FoundSuspect, SuspectRequest } from './suspect-request.ts';
import { type Facts, mayBeNew, scoresOf, statusOf } from './suspect-scores.ts';

/** Each look is a way to the database and back, and the more it takes in the more of it is in vain. */
const FIRST_LOOK = 300;
const NEXT_LOOK = 1_000;

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

const namesOf = (plates: readonly Hopeful[]): string[] => plates.map(({ plate }) => plate);

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
  const first = namesOf(plates.slice(0, FIRST_LOOK));
  const [whitelist, firstFound] = await Promise.all([
    whitelisted(store.runner, namesOf(plates), request.nowIso, signal),
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
  const enough = areMore ? request.most : request.most + 1;
  let best = firstFound.filter(isListed).sort(byScore);
  let others = plates.slice(FIRST_LOOK).filter(({ plate }) => !whitelist.has(plate));
  for (;;) {
    const last = best[enough - 1];
    others = others.filter(({ plate, sum }) => comesBefore(scoreOfSum(sum + STATUS_CAP), plate, last));
    if (others.length === 0) break;
    const rivals = await rivalsAmong(store, others.slice(0, NEXT_LOOK), last, facts, request, signal);
    others = others.slice(NEXT_LOOK);
    const found = await scoresOf(
      store,
      rivals.map(({ plate }) => plate),
      facts,
      request,
      signal,
      rivals,
    );
    best = [...best, ...found.filter(isListed)].sort(byScore);
  }
  return { listed: best.slice(0, request.most), areMore: best.length > request.most, spared };
}

const byScore = (a: FoundSuspect, b: FoundSuspect): number =>
  b.score.score - a.score.score || (a.newest.plate < b.newest.plate ? -1 : 1);

/** Whether a plate of that score is listed, and before another; at the same score the plate decides. */
const comesBefore = (score: number, plate: string, other: FoundSuspect | undefined): boolean =>
  score >= LISTED_POINTS &&
  (other === undefined || score > other.score.score || (score === other.score.score && plate < other.newest.plate));

const isOfKind = ({ codes }: PlantStore, { vclass }: NewestPassage, kinds: SuspectRequest['kinds']): boolean =>
  kinds === undefined || kinds.length === 0 || kinds.includes(codes.word('class', vclass) || 'undefined');

/**
 * Newest passages of those plates that can come before the last of the best, as first sight, nation and checks tell, each
 * asked only where it can decide. Very many plates have the same points, and few of them a status.
 */
async function rivalsAmong(
  store: PlantStore,
  plates: readonly Hopeful[],
  last: FoundSuspect | undefined,
  facts: Facts,
  { window, kinds }: SuspectRequest,
  signal?: AbortSignal,
): Promise<readonly NewestPassage[]> {
  const { runner } = store;
  const canCome = ({ plate, sum }: Hopeful, status: StatusFacts): boolean =>
    comesBefore(scoreOfSum(sum + statusWorth(status, facts.weights)), plate, last);
  const failing = { isUninsured: true, isUninspected: true };
  const byChecks = plates.filter((one) => canCome(one, { isFirstSeen: false, isForeign: false, ...failing }));
  const [sights, newest] = await Promise.all([
    firstSights(runner, namesOf(plates), signal),
    newestPassages(runner, window, namesOf(byChecks), signal),
  ]);
  const asked = new Set(byChecks);
  const isNew = (plate: string): boolean => mayBeNew(sights.get(plate), facts, window);
  const bySight = plates.filter((one) => {
    const isForeign = sights.get(one.plate)?.isForeign ?? true;
    return !asked.has(one) && canCome(one, { isFirstSeen: isNew(one.plate), isForeign, ...failing });
  });
  const all = [...newest, ...(await newestPassages(runner, window, namesOf(bySight), signal))];
  const sums = new Map(plates.map(({ plate, sum }) => [plate, sum]));
  return all.filter((passage) => {
    const { plate } = passage;
    const status = statusOf(passage, sights.get(plate), isNew(plate));
    return isOfKind(store, passage, kinds) && canCome({ plate, sum: sums.get(plate) ?? 0 }, status);
  });
}
