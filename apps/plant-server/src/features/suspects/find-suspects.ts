import { setImmediate } from 'node:timers/promises';
import { ExcessShares } from '@varco/domain/analysis/excess-shares.ts';
import { LISTED_POINTS, STATUS_CAP, type SuspectWeights } from '@varco/domain/analysis/suspect-score.ts';
import { matchPlateQuery } from '@varco/domain/plates/plate-query.ts';
import { EVERY_PLATE } from '../../plate-index/plate-index-client.ts';
import { readPlatesByLog2 } from '../../plate-index/movements/movements.repository.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { selectBestSuspects, type PlatePoints } from './best-suspects.ts';
import { readDictionaryFacts, readListedConvoys, countDiscardedReads } from './suspect-facts.repository.ts';
import { activityRange, MAX_JUMP_PLATES } from './suspect-movements.ts';
import type { FoundSuspect, SuspectRequest } from './suspect-request.ts';
import { type SuspectFacts, computeMovementPointsByPlate, isMarked, pointsWithoutStatus } from './suspect-scores.ts';
import { findWindowMovements } from './window-movements.ts';

/**
 * Maximum number of plates whose status is considered. Status is worth too little to bring others among the best 200.
 */
const MAX_STATUS_PLATES = 2_000;

export interface FoundSuspects {
  readonly suspects: readonly FoundSuspect[];
  readonly plates: number;
  readonly spans: number;
  readonly whitelisted: number;
  readonly more: boolean;
  /** Plates with an impossible read that are not listed because they are likely misreads. */
  readonly misreads: number;
  /** There are more plates with impossible reads than are judged. */
  readonly areUnjudged: boolean;
}

/**
 * Number of plates per log2 bucket of their reads on the days of the window: from the index if possible, otherwise
 * counted.
 */
async function countActiveByLog2(
  store: PlantStore,
  request: SuspectRequest,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const activity = activityRange(request);
  if (request.isWhole) {
    const range = {
      measure: 'transits' as const,
      atLeast: 1,
      atMost: Infinity,
      fromMs: activity.fromMs,
      toMs: activity.toMs,
    };
    const counted = await store.plateIndex.countRecurring(EVERY_PLATE, range, signal);
    if (counted !== null) return counted.platesByLog2;
  }
  return readPlatesByLog2(store.runner, activity, signal);
}

/**
 * Finds vehicles whose movements stand out in the window, best first. Rarity is measured against all plates of these
 * days; plate, kinds and limits of the request only filter the result. Source: analysis design, part 3.
 */
export async function findSuspects(
  store: PlantStore,
  weights: SuspectWeights,
  request: SuspectRequest,
  signal?: AbortSignal,
): Promise<FoundSuspects> {
  const { runner } = store;
  const { window, nowIso, isWhole } = request;
  const movements = await findWindowMovements(store, request, signal);
  const active = movements.byOctave ?? (await countActiveByLog2(store, request, signal));
  const [discarded, convoys, { shares, moved: movementPoints }] = await Promise.all([
    countDiscardedReads(runner, window, movements.jumpers.slice(0, MAX_JUMP_PLATES), signal),
    isWhole ? readListedConvoys(runner, nowIso, signal) : new Map<string, number>(),
    // Runs while the database works on the other two.
    setImmediate().then(() => {
      const all = new ExcessShares(active, [...movements.facts.values()]);
      return { shares: all, moved: computeMovementPointsByPlate(movements, all, weights) };
    }),
  ]);
  const facts: SuspectFacts = { movements, weights, shares, discarded, convoys };
  const named = new Set([...movementPoints.keys(), ...discarded.keys(), ...convoys.keys()]);
  const ranked = [...named]
    .map((plate): PlatePoints => ({ plate, sum: pointsWithoutStatus(plate, movementPoints.get(plate) ?? 0, facts) }))
    .filter(({ plate, sum }) => sum >= LISTED_POINTS - STATUS_CAP || isMarked(plate, facts))
    .sort((a, b) => b.sum - a.sum || (a.plate < b.plate ? -1 : 1))
    .slice(0, MAX_STATUS_PLATES);
  const { question: plateQuery } = request;
  const matching =
    plateQuery === null ? ranked : ranked.filter(({ plate }) => matchPlateQuery(plate, plateQuery) !== null);
  const areTooMany = ranked.length >= MAX_STATUS_PLATES;
  const { listed, areMore, whitelistedCount } = await selectBestSuspects(
    store,
    matching,
    facts,
    request,
    areTooMany,
    signal,
  );
  const isShown = new Set(listed.map(({ newest }) => newest.plate));
  const unlisted = matching.filter(({ plate }) => isMarked(plate, facts) && !isShown.has(plate));
  return {
    suspects: listed,
    plates: active.reduce((sum, plates) => sum + plates, 0),
    spans: movements.spans,
    whitelisted: whitelistedCount,
    more: areMore || areTooMany,
    misreads: await countMisreads(unlisted, facts, request, store, signal),
    areUnjudged: movements.jumpers.length > MAX_JUMP_PLATES,
  };
}

/** How many of the plates look like a misread and fall below the limit by that. */
async function countMisreads(
  plates: readonly PlatePoints[],
  { weights }: SuspectFacts,
  { seeable }: SuspectRequest,
  { runner }: PlantStore,
  signal?: AbortSignal,
): Promise<number> {
  const weak = plates.filter(({ sum }) => sum - weights.misread < LISTED_POINTS).map(({ plate }) => plate);
  if (weak.length === 0) return 0;
  const known = await readDictionaryFacts(runner, weak, seeable, signal);
  return [...known.values()].filter(({ looksMisread }) => looksMisread).length;
}
