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

/**
 * Batch sizes of the status queries. Each batch is a database round trip, but a larger batch reads more plates in vain.
 */
const FIRST_LOOK = 300;
const NEXT_LOOK = 1_000;

/** A plate with its points without status. */
export interface Hopeful {
  readonly plate: string;
  readonly sum: number;
}

export interface BestSuspects {
  /** Best first, at most as many as requested. */
  readonly listed: readonly FoundSuspect[];
  /** There are more than requested. */
  readonly areMore: boolean;
  /** Number of plates that are not listed only because of the whitelist. */
  readonly spared: number;
}

const namesOf = (plates: readonly Hopeful[]): string[] => plates.map(({ plate }) => plate);

/**
 * Selects the best plates including their status. Status is worth at most `STATUS_CAP` points, so plates are processed
 * in order of their points and only as far as their status can still change the result.
 * @param plates in descending order of points
 * @param areMore whether it is already known that there are more than requested
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
  // All whitelisted plates are scored, whatever their points, because the response contains their number.
  const processed = new Set(first);
  const whitelistedRest = [...whitelist].filter((plate) => !processed.has(plate));
  const whitelistedCount =
    firstFound.filter(({ newest }) => whitelist.has(newest.plate)).length +
    (await scoresOf(store, whitelistedRest, facts, request, signal)).length;
  const limit = areMore ? request.most : request.most + 1;
  let best = firstFound.filter(isListed).sort(byScore);
  let others = plates.slice(FIRST_LOOK).filter(({ plate }) => !whitelist.has(plate));
  for (;;) {
    const last = best[limit - 1];
    others = others.filter(({ plate, sum }) => comesBefore(scoreOfSum(sum + STATUS_CAP), plate, last));
    if (others.length === 0) break;
    const contenders = await rivalsAmong(store, others.slice(0, NEXT_LOOK), last, facts, request, signal);
    others = others.slice(NEXT_LOOK);
    const found = await scoresOf(
      store,
      contenders.map(({ plate }) => plate),
      facts,
      request,
      signal,
      contenders,
    );
    best = [...best, ...found.filter(isListed)].sort(byScore);
  }
  return { listed: best.slice(0, request.most), areMore: best.length > request.most, spared: whitelistedCount };
}

const byScore = (a: FoundSuspect, b: FoundSuspect): number =>
  b.score.score - a.score.score || (a.newest.plate < b.newest.plate ? -1 : 1);

/** Whether a plate with this score is listed, and before another one. Equal scores are ordered by plate. */
const comesBefore = (score: number, plate: string, other: FoundSuspect | undefined): boolean =>
  score >= LISTED_POINTS &&
  (other === undefined || score > other.score.score || (score === other.score.score && plate < other.newest.plate));

const isOfKind = ({ codes }: PlantStore, { vclass }: NewestPassage, kinds: SuspectRequest['kinds']): boolean =>
  kinds === undefined || kinds.length === 0 || kinds.includes(codes.word('class', vclass) || 'undefined');

/**
 * Newest passages of the plates that can rank before `last`, the last listed one. First sight, nation and checks are
 * read only where they can decide. Very many plates have equal points, and few of them have a status.
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
  const alreadyRead = new Set(byChecks);
  const isNew = (plate: string): boolean => mayBeNew(sights.get(plate), facts, window);
  const bySight = plates.filter((one) => {
    const isForeign = sights.get(one.plate)?.isForeign ?? true;
    return !alreadyRead.has(one) && canCome(one, { isFirstSeen: isNew(one.plate), isForeign, ...failing });
  });
  const all = [...newest, ...(await newestPassages(runner, window, namesOf(bySight), signal))];
  const sums = new Map(plates.map(({ plate, sum }) => [plate, sum]));
  return all.filter((passage) => {
    const { plate } = passage;
    const status = statusOf(passage, sights.get(plate), isNew(plate));
    return isOfKind(store, passage, kinds) && canCome({ plate, sum: sums.get(plate) ?? 0 }, status);
  });
}
