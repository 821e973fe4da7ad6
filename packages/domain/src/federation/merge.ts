import { toInstantMs } from '../time-instant.ts';
import {
  type Chunk,
  EMPTY_FEED,
  type FeedRules,
  type PlantFeed,
  type RowReader,
  type InstantRange,
  addChunk,
  closeFeed,
} from './feed.ts';
import { type MergeRun, type MergeSource, mergeSources } from './k-way.ts';
import type { SearchOrder } from './order.ts';

/** Merged rows per page (P 9, readings TA20). */
export const PAGE_SIZE = 50;
export const MIN_CHUNK = 2;

/** PAG-04: the page size is divided among the plants, at least 2 each. */
export function computeChunkSize(plants: number): number {
  return Math.max(MIN_CHUNK, Math.floor(PAGE_SIZE / Math.max(1, plants)));
}

/** Why a plant sent no (further) rows. `stopped`: the person did not wait for it. */
export type FailureKind =
  | 'no_perms'
  /** The rows a day of the person's role are used up. */
  | 'daily_rows'
  | 'timeout'
  | 'unreachable'
  | 'session'
  | 'reason_required'
  | 'bad_answer'
  | 'stopped'
  | 'other';

export type PlantProgress = 'pending' | 'completed' | 'error';

export interface PlantState<R> {
  readonly plantId: string;
  readonly feed: PlantFeed<R>;
  readonly progress: PlantProgress;
  readonly failure: FailureKind | null;
  /** Rows of a plant that responded late are not shown until the person accepts them. */
  readonly isAccepted: boolean;
  /** Fixed at the plant's second chunk, so that its offsets keep pointing at the same rows. */
  readonly refTime: string | null;
  readonly limitations: readonly string[];
  readonly newestRead: string | null;
}

/** One search over many plants. Immutable: each function returns the next state. */
export interface FederatedSearch<R> {
  readonly rules: FeedRules<R>;
  readonly parts: readonly PlantState<R>[];
  /** Set when the person starts to read: from then on no rows are inserted automatically. */
  readonly isFrozen: boolean;
}

export interface MergedRow<R> {
  readonly plantId: string;
  readonly row: R;
}

/**
 * What to request from a plant next. `offset` 0 is sent as `p=1` without `ref_time`, later ones as `offs` with it
 * (TA20).
 */
export interface ChunkRequest {
  readonly plantId: string;
  readonly offset: number;
  readonly size: number;
  readonly refTime: string | null;
  /**
   * The chunk starts after this row, so that rows added or removed before it do not shift the page. Null for the
   * first chunk, and in orders by recurrence, where the key of a row changes and only the offset is used.
   */
  readonly afterId: string | null;
}

export interface MergedPage<R> {
  readonly number: number;
  readonly rows: readonly MergedRow<R>[];
  /** No row of the accepted plants is missing from this page. */
  readonly isComplete: boolean;
  /** Requests that must be answered before the page is complete. */
  readonly needs: readonly ChunkRequest[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Each plant's own offset at the start of this page (PAG-02). */
  readonly offsets: ReadonlyMap<string, number>;
  /** Plants whose rows wait for acceptance, with the number received so far. */
  readonly awaitingAcceptance: readonly { readonly plantId: string; readonly rows: number }[];
}

/**
 * Starts a search.
 * @param plants ids in the order that breaks ties
 * @param window the limits of the search; rows outside are dropped
 */
export function startSearch<R>(options: {
  readonly plants: readonly string[];
  readonly order: SearchOrder;
  readonly window: InstantRange;
  readonly read: RowReader<R>;
}): FederatedSearch<R> {
  const { order, window, read } = options;
  const parts = [...new Set(options.plants)].map((plantId) => ({
    plantId,
    feed: EMPTY_FEED,
    progress: 'pending' as const,
    failure: null,
    isAccepted: false,
    refTime: null,
    limitations: [],
    newestRead: null,
  }));
  return { rules: { order, window, read }, parts, isFrozen: false };
}

/** First request to every plant. */
export function buildFirstRequests<R>(search: FederatedSearch<R>): ChunkRequest[] {
  const size = computeChunkSize(search.parts.length);
  return search.parts.map(({ plantId }) => ({ plantId, offset: 0, size, refTime: null, afterId: null }));
}

/** From now on a plant that responds for the first time is announced, not inserted, because the person is reading. */
export function freezeSearch<R>(search: FederatedSearch<R>): FederatedSearch<R> {
  return { ...search, isFrozen: true };
}

/**
 * Adds a response. `addChunk` ignores the rows of a response to a request that is no longer open. If the plant names no
 * reference time, its second chunk fixes the newest instant received so far, which its later requests then carry.
 */
export function receiveChunk<R>(
  search: FederatedSearch<R>,
  plantId: string,
  chunk: Chunk<R> & {
    readonly limitations?: readonly string[];
    readonly newestRead?: string | null;
    readonly refTime?: string | null;
  },
): FederatedSearch<R> {
  return updatePlant(search, plantId, (part) => ({
    ...part,
    feed: addChunk(part.feed, chunk, search.rules),
    progress: 'completed',
    failure: null,
    isAccepted: part.isAccepted || !search.isFrozen,
    refTime:
      part.refTime ??
      chunk.refTime ??
      (chunk.offset > 0 ? getReferenceTime(search, selectAcceptedPlants(search)) : null),
    limitations: [...new Set([...part.limitations, ...(chunk.limitations ?? [])])],
    newestRead: chunk.newestRead ?? part.newestRead,
  }));
}

/** Records the failure of a plant. LIFE-08: a missing permission discards its rows; after other failures they stay. */
export function receiveFailure<R>(
  search: FederatedSearch<R>,
  plantId: string,
  failure: FailureKind,
): FederatedSearch<R> {
  return updatePlant(search, plantId, (part) => ({
    ...part,
    feed: failure === 'no_perms' ? closeFeed(EMPTY_FEED) : closeFeed(part.feed),
    progress: 'error',
    failure,
  }));
}

/** Retries one failed plant: it restarts from its first row and meanwhile delays nobody else. */
export function retryPlant<R>(search: FederatedSearch<R>, plantId: string): FederatedSearch<R> {
  return updatePlant(search, plantId, (part) => ({
    ...part,
    feed: EMPTY_FEED,
    progress: 'pending',
    failure: null,
    refTime: null,
    isAccepted: false,
  }));
}

/** Inserts the waiting rows of all plants that responded late, or of the listed ones. */
export function acceptLatePlants<R>(search: FederatedSearch<R>, plantIds?: readonly string[]): FederatedSearch<R> {
  const isMeant = (part: PlantState<R>): boolean =>
    part.progress !== 'pending' && (plantIds?.includes(part.plantId) ?? true);
  return { ...search, parts: search.parts.map((part) => (isMeant(part) ? { ...part, isAccepted: true } : part)) };
}

/** Page `number` (from 1) in globally right order among the accepted plants, and the requests it still needs. */
export function buildMergedPage<R>(search: FederatedSearch<R>, number: number): MergedPage<R> {
  const parts = selectAcceptedPlants(search);
  const skip = (number - 1) * PAGE_SIZE;
  const run = mergeSources(parts.map(toMergeSource), skip, PAGE_SIZE);
  const rows: MergedRow<R>[] = [];
  for (let i = 0; i < run.rows.length; i += 1) {
    const part = parts[run.sources[i] ?? 0];
    const row = part?.feed.rows[run.rows[i] ?? 0];
    if (part !== undefined && row !== undefined) rows.push({ plantId: part.plantId, row });
  }
  return {
    number,
    rows,
    isComplete: run.blockedBy === null,
    needs: run.blockedBy === null ? [] : planNeededChunks(search, parts, run, skip + PAGE_SIZE),
    hasPrevious: number > 1,
    hasNext: parts.some((part, i) => part.feed.hasMore || (run.taken[i] ?? 0) < part.feed.rows.length),
    offsets: new Map(
      parts.map((part, i) => [part.plantId, part.feed.offsets[run.skipped[i] ?? 0] ?? part.feed.nextOffset]),
    ),
    awaitingAcceptance: search.parts
      .filter((part) => !part.isAccepted && part.feed.rows.length > 0)
      .map((part) => ({ plantId: part.plantId, rows: part.feed.rows.length })),
  };
}

/** Plants whose rows are shown. */
export const selectAcceptedPlants = <R>(search: FederatedSearch<R>): PlantState<R>[] =>
  search.parts.filter((part) => part.isAccepted);

const toMergeSource = <R>(part: PlantState<R>): MergeSource => ({
  keys: part.feed.keys,
  length: part.feed.rows.length,
  hasMore: part.feed.hasMore,
});

/**
 * Plants with unknown rows at the point where the page stopped, each with a request for as many rows as the page
 * lacks.
 */
function planNeededChunks<R>(
  search: FederatedSearch<R>,
  parts: readonly PlantState<R>[],
  run: MergeRun,
  end: number,
): ChunkRequest[] {
  const done = run.taken.reduce((sum, taken) => sum + taken, 0);
  const size = Math.min(PAGE_SIZE, Math.max(computeChunkSize(search.parts.length), end - done));
  const refTime = getReferenceTime(search, parts);
  const needs: ChunkRequest[] = [];
  for (const [i, part] of parts.entries()) {
    const isDry = part.feed.hasMore && (run.taken[i] ?? 0) >= part.feed.rows.length;
    if (isDry) needs.push(buildNextRequest(search, part, size, refTime));
  }
  return needs;
}

/**
 * The request for the rows after those a plant has sent. `newest`: the reference time to use where the plant has none
 * yet.
 */
export function buildNextRequest<R>(
  search: FederatedSearch<R>,
  { plantId, feed, refTime }: PlantState<R>,
  size: number,
  newest: string | null,
): ChunkRequest {
  return {
    plantId,
    offset: feed.nextOffset,
    size,
    refTime: refTime ?? newest,
    afterId: search.rules.order.field === 'data' ? feed.lastId : null,
  };
}

/**
 * PAG-03: the date of the very first row. In orders other than newest first that row may be old and would exclude
 * newer ones, so the newest read known when paging began is used instead.
 */
export function getReferenceTime<R>(search: FederatedSearch<R>, parts: readonly PlantState<R>[]): string | null {
  const { order, read } = search.rules;
  const instants: string[] = [];
  for (const part of parts) {
    if (order.field === 'data' && order.isDescending) instants.push(...part.feed.rows.slice(0, 1).map(read.getInstant));
    else instants.push(...part.feed.rows.map(read.getInstant), ...(part.newestRead === null ? [] : [part.newestRead]));
  }
  let newest: string | null = null;
  for (const at of instants) if (newest === null || toInstantMs(at) > toInstantMs(newest)) newest = at;
  return newest;
}

function updatePlant<R>(
  search: FederatedSearch<R>,
  plantId: string,
  change: (part: PlantState<R>) => PlantState<R>,
): FederatedSearch<R> {
  return { ...search, parts: search.parts.map((part) => (part.plantId === plantId ? change(part) : part)) };
}
