import {
  selectAcceptedPlants,
  type ChunkRequest,
  computeChunkSize,
  type FederatedSearch,
  buildNextRequest,
  PAGE_SIZE,
  buildMergedPage,
  type PlantState,
  getReferenceTime,
} from './merge.ts';

/**
 * Safety margin on the expected rows of a plant: one request too few costs a round trip, a few extra rows cost almost
 * nothing.
 */
const EXPECTED_ROWS_MARGIN = 1.5;
/** Steps of the bisection that estimates the end of the page. */
const BISECTION_STEPS = 40;

/** The known keys of a plant and the rate of further rows. Smaller keys come first. */
interface PlantSupply {
  readonly keys: readonly number[];
  readonly last: number;
  /** Rows per unit of key, estimated from the rows received; 0: no more rows. */
  readonly rate: number;
}

/**
 * Requests after which page `number` should be complete in one round trip: not only to the plant the page stopped at,
 * but to every plant that may still have rows on it, for as many rows as its rate suggests. This only affects speed:
 * the merge decides correctness, and rows that were underestimated are requested again. @returns nothing when the
 * page is complete
 */
export function planChunksAhead<R>(search: FederatedSearch<R>, number: number): readonly ChunkRequest[] {
  const { needs, rows } = buildMergedPage(search, number);
  if (needs.length === 0) return [];
  const parts = selectAcceptedPlants(search);
  const least = computeChunkSize(search.parts.length);
  const requested = number * PAGE_SIZE;
  const firstKey = Math.min(...parts.map((part) => part.feed.keys[0] ?? Number.POSITIVE_INFINITY));
  const supplies = parts.map((part) => toPlantSupply(part, firstKey));
  // End of the page with the rows known now; further rows can only move it forward.
  const farthest = findNthKey(supplies, requested);
  const end = Math.min(farthest, estimatePageEnd(supplies, requested));
  // The rate of plants varies: half as much again as is missing is requested.
  const horizon = Math.min(farthest, estimatePageEnd(supplies, requested + (PAGE_SIZE - rows.length) / 2));
  const newest = getReferenceTime(search, parts);
  const ahead: ChunkRequest[] = [];
  for (const [i, part] of parts.entries()) {
    const supply = supplies[i];
    const isNeeded = needs.some((need) => need.plantId === part.plantId);
    if (supply === undefined || !part.feed.hasMore || !(isNeeded || supply.last <= horizon)) continue;
    const expected = Math.max(0, end - supply.last) * supply.rate;
    const size = Math.ceil(expected + EXPECTED_ROWS_MARGIN * Math.sqrt(expected));
    ahead.push(buildNextRequest(search, part, Math.min(PAGE_SIZE, Math.max(least, size)), newest));
  }
  return ahead;
}

function toPlantSupply<R>({ feed }: PlantState<R>, firstKey: number): PlantSupply {
  const { keys } = feed;
  const last = keys.at(-1) ?? Number.NEGATIVE_INFINITY;
  // Rows that all have one instant give no rate: then a page's worth is expected.
  const span = Math.max(last - firstKey, 1e-9);
  return { keys, last, rate: feed.hasMore && keys.length > 0 ? keys.length / span : 0 };
}

/** The n-th smallest of all known keys; infinite when there are fewer. */
function findNthKey(supplies: readonly PlantSupply[], place: number): number {
  const all = supplies.flatMap(({ keys }) => keys.slice(0, place)).toSorted((a, b) => a - b);
  return all[place - 1] ?? Number.POSITIVE_INFINITY;
}

/** Estimated key at which the page ends, if plants continue at their rate. */
function estimatePageEnd(supplies: readonly PlantSupply[], requested: number): number {
  const rows = (end: number): number => supplies.reduce((sum, supply) => sum + estimateRowsUntil(supply, end), 0);
  const going = supplies.filter(({ rate }) => rate > 0);
  if (going.length === 0) return Number.POSITIVE_INFINITY;
  let low = Math.min(...going.map(({ last }) => last));
  let high = Math.max(...going.map(({ last, rate }) => last + requested / rate));
  for (let step = 0; step < BISECTION_STEPS; step += 1) {
    const middle = low + (high - low) / 2;
    if (rows(middle) < requested) low = middle;
    else high = middle;
  }
  return high;
}

function estimateRowsUntil({ keys, last, rate }: PlantSupply, end: number): number {
  // A plant without rows has an infinite last key, and 0 times infinity is NaN.
  if (end >= last) return rate === 0 ? keys.length : keys.length + (end - last) * rate;
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? 0) <= end) low = middle + 1;
    else high = middle;
  }
  return low;
}
