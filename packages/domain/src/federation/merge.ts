import { instantMs } from '../time-instant.ts';
import {
  type Chunk,
  EMPTY_FEED,
  type FeedRules,
  type PlantFeed,
  type RowReader,
  type SearchWindow,
  addChunk,
  closeFeed,
} from './feed.ts';
import { type MergeRun, type MergeSource, mergeRun } from './k-way.ts';
import type { Order } from './order.ts';

/** Merged rows shown at once (P 9, readings TA20), and the least a plant is asked for. */
export const PAGE_SIZE = 50;
export const MIN_CHUNK = 2;

/** PAG-04: the page size is shared out among the plants, at least 2 each. */
export function chunkSize(plants: number): number {
  return Math.max(MIN_CHUNK, Math.floor(PAGE_SIZE / Math.max(1, plants)));
}

/** Why a plant gave no (further) answer. `stopped`: the person did not wait for it. */
export type FailureKind =
  | 'no_perms'
  | 'timeout'
  | 'unreachable'
  | 'session'
  | 'reason_required'
  | 'bad_answer'
  | 'stopped'
  | 'other';

export type PlantProgress = 'pending' | 'completed' | 'error';

export interface PlantPart<R> {
  readonly plantId: string;
  readonly feed: PlantFeed<R>;
  readonly progress: PlantProgress;
  readonly failure: FailureKind | null;
  /** Rows of a plant that answered late wait until the person accepts them. */
  readonly isAccepted: boolean;
  /** Fixed at the plant's first later chunk, so that its offsets keep meaning the same rows. */
  readonly refTime: string | null;
  readonly limitations: readonly string[];
  readonly newestRead: string | null;
}

/** One search over many plants. Immutable: each function returns the next state. */
export interface FederatedSearch<R> {
  readonly rules: FeedRules<R>;
  readonly parts: readonly PlantPart<R>[];
  /** Set when the person has begun to read: from then on nothing is inserted by itself. */
  readonly isFrozen: boolean;
}

export interface MergedRow<R> {
  readonly plantId: string;
  readonly row: R;
}

/** What to ask a plant next. `offset` 0 travels as `p=1` without `ref_time`, later ones as `offs` with it (TA20). */
export interface ChunkRequest {
  readonly plantId: string;
  readonly offset: number;
  readonly size: number;
  readonly refTime: string | null;
  /**
   * Row behind which the chunk begins: rows that come or go in front of it then shift nothing. Null at the beginning, and in
   * the orders of a recurrence, where the key of a row changes and the offset alone counts.
   */
  readonly afterId: string | null;
}

export interface MergedPage<R> {
  readonly number: number;
  readonly rows: readonly MergedRow<R>[];
  /** Nothing is missing from this page among the accepted plants. */
  readonly isComplete: boolean;
  /** Chunks that must come before the page is complete. */
  readonly needs: readonly ChunkRequest[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Each plant's own offset at the start of this page (PAG-02). */
  readonly offsets: ReadonlyMap<string, number>;
  /** Plants whose rows wait to be accepted, with how many came so far. */
  readonly late: readonly { readonly plantId: string; readonly rows: number }[];
}

/**
 * Starts a search.
 * @param plants ids in the order that breaks ties
 * @param window the search's own limits; rows outside are refused
 */
export function startSearch<R>(options: {
  readonly plants: readonly string[];
  readonly order: Order;
  readonly window: SearchWindow;
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

/** First question to every plant. */
export function firstRequests<R>(search: FederatedSearch<R>): ChunkRequest[] {
  const size = chunkSize(search.parts.length);
  return search.parts.map(({ plantId }) => ({ plantId, offset: 0, size, refTime: null, afterId: null }));
}

/** From now on a plant that answers for the first time is announced, not inserted (the person is reading). */
export function freeze<R>(search: FederatedSearch<R>): FederatedSearch<R> {
  return { ...search, isFrozen: true };
}

/** Takes in an answer. An answer to a question that is no longer open changes nothing. */
export function receiveChunk<R>(
  search: FederatedSearch<R>,
  plantId: string,
  chunk: Chunk<R> & {
    readonly limitations?: readonly string[];
    readonly newestRead?: string | null;
    readonly refTime?: string | null;
  },
): FederatedSearch<R> {
  return update(search, plantId, (part) => ({
    ...part,
    feed: addChunk(part.feed, chunk, search.rules),
    progress: 'completed',
    failure: null,
    isAccepted: part.isAccepted || !search.isFrozen,
    refTime: part.refTime ?? chunk.refTime ?? (chunk.offset > 0 ? referenceTime(search, acceptedParts(search)) : null),
    limitations: [...new Set([...part.limitations, ...(chunk.limitations ?? [])])],
    newestRead: chunk.newestRead ?? part.newestRead,
  }));
}

/** A plant failed. LIFE-08: no permission empties its results; other failures keep the rows that came before. */
export function receiveFailure<R>(
  search: FederatedSearch<R>,
  plantId: string,
  failure: FailureKind,
): FederatedSearch<R> {
  return update(search, plantId, (part) => ({
    ...part,
    feed: failure === 'no_perms' ? closeFeed(EMPTY_FEED) : closeFeed(part.feed),
    progress: 'error',
    failure,
  }));
}

/** Retry of one failed plant: it starts again from its first row, and holds nobody up meanwhile. */
export function retryPlant<R>(search: FederatedSearch<R>, plantId: string): FederatedSearch<R> {
  return update(search, plantId, (part) => ({
    ...part,
    feed: EMPTY_FEED,
    progress: 'pending',
    failure: null,
    refTime: null,
    isAccepted: false,
  }));
}

/** The person lets the waiting rows in: all plants that answered late, or the given ones. */
export function acceptLate<R>(search: FederatedSearch<R>, plantIds?: readonly string[]): FederatedSearch<R> {
  const isMeant = (part: PlantPart<R>): boolean =>
    part.progress !== 'pending' && (plantIds?.includes(part.plantId) ?? true);
  return { ...search, parts: search.parts.map((part) => (isMeant(part) ? { ...part, isAccepted: true } : part)) };
}

/** Page `number` (from 1) in globally right order among the accepted plants, or what must be asked first. */
export function pageOf<R>(search: FederatedSearch<R>, number: number): MergedPage<R> {
  const parts = acceptedParts(search);
  const skip = (number - 1) * PAGE_SIZE;
  const run = mergeRun(parts.map(toSource), skip, PAGE_SIZE);
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
    needs: run.blockedBy === null ? [] : neededChunks(search, parts, run, skip + PAGE_SIZE),
    hasPrevious: number > 1,
    hasNext: parts.some((part, i) => part.feed.hasMore || (run.taken[i] ?? 0) < part.feed.rows.length),
    offsets: new Map(
      parts.map((part, i) => [part.plantId, part.feed.offsets[run.skipped[i] ?? 0] ?? part.feed.nextOffset]),
    ),
    late: search.parts
      .filter((part) => !part.isAccepted && part.feed.rows.length > 0)
      .map((part) => ({ plantId: part.plantId, rows: part.feed.rows.length })),
  };
}

/** Plants whose rows are in the list. */
export const acceptedParts = <R>(search: FederatedSearch<R>): PlantPart<R>[] =>
  search.parts.filter((part) => part.isAccepted);

const toSource = <R>(part: PlantPart<R>): MergeSource => ({
  keys: part.feed.keys,
  length: part.feed.rows.length,
  hasMore: part.feed.hasMore,
});

/** All plants that are dry at the point where the page stopped, each asked for what the page still lacks. */
function neededChunks<R>(
  search: FederatedSearch<R>,
  parts: readonly PlantPart<R>[],
  run: MergeRun,
  end: number,
): ChunkRequest[] {
  const done = run.taken.reduce((sum, taken) => sum + taken, 0);
  const size = Math.min(PAGE_SIZE, Math.max(chunkSize(search.parts.length), end - done));
  const refTime = referenceTime(search, parts);
  const needs: ChunkRequest[] = [];
  for (const [i, part] of parts.entries()) {
    const isDry = part.feed.hasMore && (run.taken[i] ?? 0) >= part.feed.rows.length;
    if (isDry) needs.push(laterRequest(search, part, size, refTime));
  }
  return needs;
}

/** The question for what comes after the rows a plant has given. `newest`: the reference time where the plant has none yet. */
export function laterRequest<R>(
  search: FederatedSearch<R>,
  { plantId, feed, refTime }: PlantPart<R>,
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
 * PAG-03: the date of the very first row. In other orders than newest first that row may be old and would cut newer ones off,
 * so the newest read known when paging began takes its place.
 */
export function referenceTime<R>(search: FederatedSearch<R>, parts: readonly PlantPart<R>[]): string | null {
  const { order, read } = search.rules;
  const instants: string[] = [];
  for (const part of parts) {
    if (order.field === 'data' && order.isDescending) instants.push(...part.feed.rows.slice(0, 1).map(read.instantOf));
    else instants.push(...part.feed.rows.map(read.instantOf), ...(part.newestRead === null ? [] : [part.newestRead]));
  }
  let newest: string | null = null;
  for (const at of instants) if (newest === null || instantMs(at) > instantMs(newest)) newest = at;
  return newest;
}

function update<R>(
  search: FederatedSearch<R>,
  plantId: string,
  change: (part: PlantPart<R>) => PlantPart<R>,
): FederatedSearch<R> {
  return { ...search, parts: search.parts.map((part) => (part.plantId === plantId ? change(part) : part)) };
}
