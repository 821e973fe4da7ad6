import { setImmediate } from 'node:timers/promises';
import { ExcessShares } from '@varco/domain/analysis/excess-shares.ts';
import { LISTED_POINTS, STATUS_CAP, type SuspectWeights } from '@varco/domain/analysis/suspect-score.ts';
import { closenessOf } from '@varco/domain/plates/plate-question.ts';
import { EVERY_PLATE } from '../../plate-index/open-plate-index.ts';
import { platesByOctave } from '../../plate-index/movements/movements.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { bestOf, type Hopeful } from './best-suspects.ts';
import { convoysWithListed, discardedReads } from './suspect-facts.ts';
import { activityOf } from './suspect-movements.ts';
import type { FoundSuspect, SuspectRequest } from './suspect-request.ts';
import { type Facts, pointsByMovement, sumWithoutStatus } from './suspect-scores.ts';
import { windowMovements } from './window-movements.ts';

/**
 * Maximum number of plates whose status is considered. Status is worth too little to bring others among the best 200.
 */
const MOST_LOOKED_AT = 2_000;

export interface FoundSuspects {
  readonly suspects: readonly FoundSuspect[];
  readonly plates: number;
  readonly spans: number;
  readonly whitelisted: number;
  readonly more: boolean;
}

/**
 * Number of plates per log2 bucket of their reads on the days of the window: from the index if possible, otherwise
 * counted.
 */
async function activeByOctave(
  store: PlantStore,
  request: SuspectRequest,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const activity = activityOf(request);
  if (request.isWhole) {
    const range = {
      measure: 'transits' as const,
      atLeast: 1,
      atMost: Infinity,
      fromMs: activity.fromMs,
      toMs: activity.toMs,
    };
    const counted = await store.plateIndex.countRecurring(EVERY_PLATE, range, signal);
    if (counted !== null) return counted.byOctave;
  }
  return platesByOctave(store.runner, activity, signal);
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
  const { window, gates, nowIso, isWhole } = request;
  const movements = await windowMovements(store, request, signal);
  const active = movements.byOctave ?? (await activeByOctave(store, request, signal));
  const [discarded, convoys, { shares, moved: movementPoints }] = await Promise.all([
    discardedReads(runner, window, movements.jumpers, gates, signal),
    isWhole ? convoysWithListed(runner, nowIso, signal) : new Map<string, number>(),
    // Runs while the database works on the other two.
    setImmediate().then(() => {
      const all = new ExcessShares(active, [...movements.facts.values()]);
      return { shares: all, moved: pointsByMovement(movements, all, weights) };
    }),
  ]);
  const facts: Facts = { movements, weights, shares, discarded, convoys };
  const named = new Set([...movementPoints.keys(), ...discarded.keys(), ...convoys.keys()]);
  const ranked = [...named]
    .map((plate): Hopeful => ({ plate, sum: sumWithoutStatus(plate, movementPoints.get(plate) ?? 0, facts) }))
    .filter(({ sum }) => sum >= LISTED_POINTS - STATUS_CAP)
    .sort((a, b) => b.sum - a.sum || (a.plate < b.plate ? -1 : 1))
    .slice(0, MOST_LOOKED_AT);
  const { question: plateQuery } = request;
  const matching = plateQuery === null ? ranked : ranked.filter(({ plate }) => closenessOf(plate, plateQuery) !== null);
  const areTooMany = ranked.length >= MOST_LOOKED_AT;
  const {
    listed,
    areMore,
    spared: whitelistedCount,
  } = await bestOf(store, matching, facts, request, areTooMany, signal);
  return {
    suspects: listed,
    plates: active.reduce((sum, plates) => sum + plates, 0),
    spans: movements.spans,
    whitelisted: whitelistedCount,
    more: areMore || areTooMany,
  };
}
