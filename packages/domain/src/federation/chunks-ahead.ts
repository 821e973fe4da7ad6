import {
  acceptedParts,
  type ChunkRequest,
  chunkSize,
  type FederatedSearch,
  laterRequest,
  PAGE_SIZE,
  pageOf,
  type PlantPart,
  referenceTime,
} from './merge.ts';

/** Rows a plant is expected to give are asked with a margin: one question too few costs a whole turn, a row too many next to nothing. */
const MARGIN = 1.5;
/** Halvings of the range in which the end of the page is looked for. */
const STEPS = 40;

/** What is known of a plant's keys. Smaller keys come first. */
interface Supply {
  readonly keys: readonly number[];
  readonly last: number;
  /** Rows per unit of key, as far as the plant has shown them; 0: it holds nothing more. */
  readonly rate: number;
}

/**
 * What to ask so that page `number` is complete after one turn, as far as can be foreseen: not only of the plant the page stopped at, but of
 * every plant that may still have rows on it, each for as many as its rows so far let expect. Only a matter of speed: what is right is
 * decided by the merge, and a guess that was too low is asked for again.
 * @returns nothing when the page is complete
 */
export function chunksAhead<R>(search: FederatedSearch<R>, number: number): readonly ChunkRequest[] {
  const { needs, rows } = pageOf(search, number);
  if (needs.length === 0) return [];
  const parts = acceptedParts(search);
  const least = chunkSize(search.parts.length);
  const wanted = number * PAGE_SIZE;
  const firstKey = Math.min(...parts.map((part) => part.feed.keys[0] ?? Number.POSITIVE_INFINITY));
  const supplies = parts.map((part) => supplyOf(part, firstKey));
  // With the rows known now the page would end here; rows still to come can only bring its end forward.
  const farthest = nthKey(supplies, wanted);
  const end = Math.min(farthest, expectedEnd(supplies, wanted));
  // Plants do not go on exactly as they began: half as much again as is missing is allowed for.
  const horizon = Math.min(farthest, expectedEnd(supplies, wanted + (PAGE_SIZE - rows.length) / 2));
  const newest = referenceTime(search, parts);
  const ahead: ChunkRequest[] = [];
  for (const [i, part] of parts.entries()) {
    const supply = supplies[i];
    const isNeeded = needs.some((need) => need.plantId === part.plantId);
    if (supply === undefined || !part.feed.hasMore || !(isNeeded || supply.last <= horizon)) continue;
    const expected = Math.max(0, end - supply.last) * supply.rate;
    const size = Math.ceil(expected + MARGIN * Math.sqrt(expected));
    ahead.push(laterRequest(search, part, Math.min(PAGE_SIZE, Math.max(least, size)), newest));
  }
  return ahead;
}

function supplyOf<R>({ feed }: PlantPart<R>, firstKey: number): Supply {
  const { keys } = feed;
  const last = keys.at(-1) ?? Number.NEGATIVE_INFINITY;
  // All rows at one instant say nothing about how fast they come: then as much as a page takes is expected.
  const span = Math.max(last - firstKey, 1e-9);
  return { keys, last, rate: feed.hasMore && keys.length > 0 ? keys.length / span : 0 };
}

/** The key of the row in this place among all that are known; infinite when there are fewer. */
function nthKey(supplies: readonly Supply[], place: number): number {
  const all = supplies.flatMap(({ keys }) => keys.slice(0, place)).toSorted((a, b) => a - b);
  return all[place - 1] ?? Number.POSITIVE_INFINITY;
}

/** Where the page is expected to end, when plants go on as they began. */
function expectedEnd(supplies: readonly Supply[], wanted: number): number {
  const rows = (end: number): number => supplies.reduce((sum, supply) => sum + rowsUntil(supply, end), 0);
  const going = supplies.filter(({ rate }) => rate > 0);
  if (going.length === 0) return Number.POSITIVE_INFINITY;
  let low = Math.min(...going.map(({ last }) => last));
  let high = Math.max(...going.map(({ last, rate }) => last + wanted / rate));
  for (let step = 0; step < STEPS; step += 1) {
    const middle = low + (high - low) / 2;
    if (rows(middle) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

function rowsUntil({ keys, last, rate }: Supply, end: number): number {
  // A plant without rows has no last key, and nothing times endless is no number.
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
