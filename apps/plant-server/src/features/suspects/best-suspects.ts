import {
  toSuspectScore,
  STATUS_CAP,
  type StatusFacts,
  computeStatusPoints,
} from '@varco/domain/analysis/suspect-score.ts';
import type { PlantStore } from '../../context/open-store.ts';
import {
  readFirstSights,
  readPlateNewestPassages,
  readWhitelisted,
  type NewestPassage,
} from './suspect-facts.repository.ts';
import type { FoundSuspect, SuspectRequest } from './suspect-request.ts';
import { type SuspectFacts, canBeNew, isListed, scorePlates, toStatusFacts } from './suspect-scores.ts';

/**
 * Batch sizes of the status queries. Each batch is a database round trip, but a larger batch reads more plates in vain.
 */
const FIRST_BATCH = 300;
const NEXT_BATCH = 1_000;

/** A plate with its points without status. */
export interface PlatePoints {
  readonly plate: string;
  readonly sum: number;
}

export interface BestSuspects {
  /** Best first, at most as many as requested. */
  readonly listed: readonly FoundSuspect[];
  /** There are more than requested. */
  readonly areMore: boolean;
  /** Number of plates that are not listed only because of the whitelist. */
  readonly whitelistedCount: number;
}

const listPlateTexts = (plates: readonly PlatePoints[]): string[] => plates.map(({ plate }) => plate);

/**
 * Selects the best plates including their status. Status is worth at most `STATUS_CAP` points, so plates are processed
 * in order of their points and only as far as their status can still change the result.
 * @param plates in descending order of points
 * @param areMore whether it is already known that there are more than requested
 */
export async function selectBestSuspects(
  store: PlantStore,
  plates: readonly PlatePoints[],
  facts: SuspectFacts,
  request: SuspectRequest,
  areMore: boolean,
  signal?: AbortSignal,
): Promise<BestSuspects> {
  const first = listPlateTexts(plates.slice(0, FIRST_BATCH));
  const [whitelist, firstFound] = await Promise.all([
    readWhitelisted(store.runner, listPlateTexts(plates), request.nowIso, signal),
    scorePlates(store, first, facts, request, signal),
  ]);
  const isWanted = ({ newest }: FoundSuspect): boolean =>
    !whitelist.has(newest.plate) && isOfVehicleKind(store, newest, request.kinds);
  // All whitelisted plates are scored, whatever their points, because the response contains their number.
  const processed = new Set(first);
  const whitelistedRest = [...whitelist].filter((plate) => !processed.has(plate));
  const whitelistedCount =
    firstFound.filter(({ newest }) => whitelist.has(newest.plate)).length +
    (await scorePlates(store, whitelistedRest, facts, request, signal)).length;
  const limit = areMore ? request.maxListed : request.maxListed + 1;
  let best = firstFound.filter(isWanted).sort(compareByScore);
  let others = plates.slice(FIRST_BATCH).filter(({ plate }) => !whitelist.has(plate));
  for (;;) {
    const last = best[limit - 1];
    others = others.filter(({ plate, sum }) => comesBefore(toSuspectScore(sum + STATUS_CAP), plate, last, facts));
    if (others.length === 0) break;
    const contenders = await findContenders(store, others.slice(0, NEXT_BATCH), last, facts, request, signal);
    others = others.slice(NEXT_BATCH);
    const found = await scorePlates(
      store,
      contenders.map(({ plate }) => plate),
      facts,
      request,
      signal,
      contenders,
    );
    best = [...best, ...found.filter(isWanted)].sort(compareByScore);
  }
  return {
    listed: best.slice(0, request.maxListed),
    areMore: best.length > request.maxListed,
    whitelistedCount: whitelistedCount,
  };
}

const compareByScore = (a: FoundSuspect, b: FoundSuspect): number =>
  b.score.score - a.score.score || (a.newest.plate < b.newest.plate ? -1 : 1);

/** Whether a plate with this score is listed, and before another one. Equal scores are ordered by plate. */
const comesBefore = (score: number, plate: string, other: FoundSuspect | undefined, facts: SuspectFacts): boolean =>
  isListed(score, plate, facts) &&
  (other === undefined || score > other.score.score || (score === other.score.score && plate < other.newest.plate));

const isOfVehicleKind = ({ codes }: PlantStore, { vclass }: NewestPassage, kinds: SuspectRequest['kinds']): boolean =>
  kinds === undefined || kinds.length === 0 || kinds.includes(codes.getWord('class', vclass) || 'undefined');

/**
 * Newest passages of the plates that can rank before `last`, the last listed one. First sight, nation and checks are
 * read only where they can decide. Very many plates have equal points, and few of them have a status.
 */
async function findContenders(
  store: PlantStore,
  plates: readonly PlatePoints[],
  last: FoundSuspect | undefined,
  facts: SuspectFacts,
  { window, kinds }: SuspectRequest,
  signal?: AbortSignal,
): Promise<readonly NewestPassage[]> {
  const { runner } = store;
  const canCome = ({ plate, sum }: PlatePoints, status: StatusFacts): boolean =>
    comesBefore(toSuspectScore(sum + computeStatusPoints(status, facts.weights)), plate, last, facts);
  const failing = { isUninsured: true, isUninspected: true };
  const byChecks = plates.filter((one) => canCome(one, { isFirstSeen: false, isForeign: false, ...failing }));
  const [sights, newest] = await Promise.all([
    readFirstSights(runner, listPlateTexts(plates), signal),
    readPlateNewestPassages(runner, window, listPlateTexts(byChecks), signal),
  ]);
  const alreadyRead = new Set(byChecks);
  const isNew = (plate: string): boolean => canBeNew(sights.get(plate), facts, window);
  const bySight = plates.filter((one) => {
    const isForeign = sights.get(one.plate)?.isForeign ?? true;
    return !alreadyRead.has(one) && canCome(one, { isFirstSeen: isNew(one.plate), isForeign, ...failing });
  });
  const all = [...newest, ...(await readPlateNewestPassages(runner, window, listPlateTexts(bySight), signal))];
  const sums = new Map(plates.map(({ plate, sum }) => [plate, sum]));
  return all.filter((passage) => {
    const { plate } = passage;
    const status = toStatusFacts(passage, sights.get(plate), isNew(plate));
    return isOfVehicleKind(store, passage, kinds) && canCome({ plate, sum: sums.get(plate) ?? 0 }, status);
  });
}
