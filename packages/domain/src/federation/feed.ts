import { toInstantMs } from '../time-instant.ts';
import type { SearchOrder, OrderField } from './order.ts';

/**
 * Accessors for the row fields the merge needs. Values of `data` are ISO instants, those of the other fields numbers.
 */
export interface RowReader<R> {
  readonly getId: (row: R) => string;
  readonly getInstant: (row: R) => string;
  readonly getNumber: (row: R, field: Exclude<OrderField, 'data'>) => number;
  /** Whether the row can match the filter that was sent; must never reject a correct row. */
  readonly matchesFilter: (row: R) => boolean;
}

/** Limits of the search as instants, both included; null: open. */
export interface InstantRange {
  readonly start: string | null;
  readonly end: string | null;
}

/**
 * What was wrong with a response. Only this plant is marked. - `unsorted`: rows not in the requested order; the feed
 * ends before the first of them; - `duplicate`: one row twice in one response; the second is dropped; -
 * `outside_window`, `outside_filter`: rows that do not match the search; dropped; - `bad_value`: an ordering value
 * that is no number or instant; dropped; - `too_many`: more rows than requested; the rest is dropped; -
 * `wrong_count`: the reported total does not agree with the rows; - `no_progress`: reports more rows but sends
 * nothing new; not queried again.
 */
export type FeedFault =
  | 'unsorted'
  | 'duplicate'
  | 'outside_window'
  | 'outside_filter'
  | 'bad_value'
  | 'too_many'
  | 'wrong_count'
  | 'no_progress';

/** One response of a plant. */
export interface Chunk<R> {
  /** Offset and page size that were requested. */
  readonly offset: number;
  readonly requestedSize: number;
  readonly rows: readonly R[];
  readonly hasNext: boolean;
  /** Total reported by the plant; null: not counted or capped. */
  readonly count: number | null;
}

/** Checked rows of one plant so far. Immutable. */
export interface PlantFeed<R> {
  readonly rows: readonly R[];
  /** Sort keys of the rows, ascending whatever the direction. */
  readonly keys: readonly number[];
  /** The plant's own offset of each accepted row. */
  readonly offsets: readonly number[];
  readonly seen: ReadonlySet<string>;
  /** Offset the next chunk starts at. */
  readonly nextOffset: number;
  /** Last row the plant sent, accepted or not: the next chunk starts after it. Null: none yet. */
  readonly lastId: string | null;
  readonly hasMore: boolean;
  readonly count: number | null;
  readonly faults: readonly FeedFault[];
}

export const EMPTY_FEED: PlantFeed<never> = {
  rows: [],
  keys: [],
  offsets: [],
  seen: new Set(),
  nextOffset: 0,
  lastId: null,
  hasMore: true,
  count: null,
  faults: [],
};

/** Number of reads that may plausibly arrive between two chunks. */
const MAX_SHIFT = 1000;

export interface FeedRules<R> {
  readonly read: RowReader<R>;
  readonly order: SearchOrder;
  readonly window: InstantRange;
}

/** Key by which a row is merged: rows with smaller keys come first. NaN for an unusable value. */
export function computeSortKey<R>(row: R, order: SearchOrder, read: RowReader<R>): number {
  const value = order.field === 'data' ? toInstantMs(read.getInstant(row)) : read.getNumber(row, order.field);
  return order.isDescending ? -value : value;
}

/**
 * Adds a response to a feed, dropping rows that cannot be right and recording the faults. Never throws, whatever the
 * plant sent. Reads that arrive late shift the offsets of a plant that pages by them: a row already sent in an *earlier*
 * chunk, and one that belongs before its last row, are dropped without a fault.
 */
export function addChunk<R>(feed: PlantFeed<R>, chunk: Chunk<R>, rules: FeedRules<R>): PlantFeed<R> {
  if (chunk.offset !== feed.nextOffset || !feed.hasMore) return feed;
  const faults = new Set(feed.faults);
  const next = { rows: [...feed.rows], keys: [...feed.keys], offsets: [...feed.offsets] };
  const seen = new Set(feed.seen);
  const inChunk = new Set<string>();
  /** Of this chunk: rows that arrived late among those of earlier ones. */
  const late = new Set<string>();
  const sentKey = feed.keys.at(-1) ?? Number.NEGATIVE_INFINITY;
  let lastKey = Number.NEGATIVE_INFINITY;
  const input = chunk.rows.slice(0, chunk.requestedSize);
  if (chunk.rows.length > chunk.requestedSize) faults.add('too_many');

  let isCut = false;
  for (const [i, row] of input.entries()) {
    const id = rules.read.getId(row);
    if (inChunk.has(id)) faults.add('duplicate');
    inChunk.add(id);
    if (seen.has(id)) continue;
    const key = computeSortKey(row, rules.order, rules.read);
    const fault = findRowFault(row, key, rules);
    if (fault !== null) {
      faults.add(fault);
      continue;
    }
    if (key < lastKey) {
      faults.add('unsorted');
      isCut = true;
      break;
    }
    lastKey = key;
    if (key < sentKey) {
      late.add(id);
      continue;
    }
    seen.add(id);
    next.rows.push(row);
    next.keys.push(key);
    next.offsets.push(chunk.offset + i);
  }

  const nextOffset = chunk.offset + input.length;
  const promises = chunk.hasNext || chunk.rows.length > chunk.requestedSize;
  const isBarren = next.rows.length === feed.rows.length;
  const isStuck = promises && !isCut && isBarren && !isPlausibleShift(feed, { inChunk, late }, nextOffset);
  if (isStuck) faults.add('no_progress');
  if (isCountWrong(chunk, nextOffset)) faults.add('wrong_count');
  const hasMore = promises && !isCut && !isStuck;
  const last = input.at(-1);
  const lastId = last === undefined ? feed.lastId : rules.read.getId(last);
  return { ...next, seen, nextOffset, lastId, hasMore, count: chunk.count ?? feed.count, faults: [...faults] };
}

function findRowFault<R>(row: R, key: number, rules: FeedRules<R>): FeedFault | null {
  const at = toInstantMs(rules.read.getInstant(row));
  if (!Number.isFinite(key) || Number.isNaN(at)) return 'bad_value';
  const { start, end } = rules.window;
  if ((start !== null && at < toInstantMs(start)) || (end !== null && at > toInstantMs(end))) return 'outside_window';
  return rules.read.matchesFilter(row) ? null : 'outside_filter';
}

/**
 * A camera that empties its buffer shifts the offsets by as many rows. A chunk of known and late rows only is then
 * legitimate, up to a limit.
 */
function isPlausibleShift<R>(
  feed: PlantFeed<R>,
  { inChunk, late }: { readonly inChunk: ReadonlySet<string>; readonly late: ReadonlySet<string> },
  nextOffset: number,
): boolean {
  if (inChunk.size === 0 || nextOffset > 2 * feed.rows.length + MAX_SHIFT) return false;
  return [...inChunk].every((id) => feed.seen.has(id) || late.has(id));
}

function isCountWrong<R>(chunk: Chunk<R>, nextOffset: number): boolean {
  if (chunk.count === null) return false;
  return (
    chunk.count < nextOffset || (!chunk.hasNext && chunk.rows.length <= chunk.requestedSize && chunk.count > nextOffset)
  );
}

/** The feed of a plant that will not be queried again; its rows stay. */
export function closeFeed<R>(feed: PlantFeed<R>): PlantFeed<R> {
  return { ...feed, hasMore: false };
}
