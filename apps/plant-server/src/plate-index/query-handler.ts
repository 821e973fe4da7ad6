import { setImmediate as breathe } from 'node:timers/promises';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { findCandidates, countWindow, findPlates } from './index-results.ts';
import type { IndexResponse, IndexCall } from './index-messages.ts';
import { MovementCache } from './movements/movement-cache.ts';
import { PlateMatchSet } from './plate-match-set.ts';
import type { PlateBits } from './plate-bits.ts';
import type { PlateIndex } from './plate-index.ts';
import { rankPlates } from './ranking.ts';
import {
  selectPossiblyRecurring,
  countRecurring,
  createRecurrenceTest,
  type RecurrenceRange,
  FilteredPlates,
  selectWithinBounds,
} from './recurrence.ts';
import { computeExactTally, type PartialDayCounts } from './tally.ts';

/** Match sets cached. A page, its count and the next page have the same plate query and share one set. */
const MAX_CACHED_MATCHES = 24;
/** Longest time a query may block the thread before other queries get a chance. */
const MAX_BLOCKING_MS = 10;

/** Calls answered from memory, plus the rows of partial days that are passed in. */
export type InMemoryCall = Exclude<IndexCall, { kind: 'movements' }>;

/** Runs the queries on one index. */
export class QueryHandler {
  readonly index: PlateIndex;
  /** Daily movements that were queried so far. */
  readonly movementCache: MovementCache;
  private readonly matchCache = new Map<string, PlateMatchSet>();

  constructor(index: PlateIndex) {
    this.index = index;
    this.movementCache = new MovementCache(index.table);
  }

  get bytes(): number {
    let { bytes } = this.movementCache;
    for (const matches of this.matchCache.values()) bytes += matches.bytes;
    return bytes;
  }

  /**
   * Runs one call.
   * @param partialDays counts of the days that the window covers only partly, needed where the result must be exact
   * @returns null when the caller has cancelled
   */
  async handle(
    plateQuery: PlateQuery,
    call: InMemoryCall,
    partialDays: readonly PartialDayCounts[],
    isActive: () => boolean,
  ): Promise<IndexResponse | null> {
    // A query without terms matches every plate.
    if (plateQuery.terms.length === 0) return this.buildResponse(null, call, partialDays);
    const matches = this.getMatches(plateQuery);
    let sliceStart = performance.now();
    for (const _block of matches.update(this.index.table)) {
      if (performance.now() - sliceStart < MAX_BLOCKING_MS) continue;
      await breathe();
      if (!isActive()) return null;
      sliceStart = performance.now();
    }
    return this.buildResponse(matches, call, partialDays);
  }

  private buildResponse(
    matching: PlateBits | null,
    call: InMemoryCall,
    partialDays: readonly PartialDayCounts[],
  ): IndexResponse {
    const { index } = this;
    switch (call.kind) {
      case 'find':
        return { kind: 'find', ...findPlates(index, this.selectPlates(matching, call.recurrence), call.most) };
      case 'count':
        return { kind: 'count', ...countWindow(index, this.selectPlates(matching, null), call, call.most) };
      case 'candidates':
        return {
          kind: 'candidates',
          candidates: findCandidates(index, this.selectPlates(matching, call.recurrence), call),
        };
      case 'sieve': {
        const passes = createRecurrenceTest(index, call.recurrence);
        return { kind: 'sieve', plates: call.plates.filter((plate) => passes(index.table.find(plate))) };
      }
      case 'recurring': {
        const transits = computeExactTally(index, 'transits', call.recurrence, partialDays);
        return { kind: 'recurring', ...countRecurring(matching, transits, call.recurrence) };
      }
      case 'rank': {
        const values = computeExactTally(index, call.measure, call, partialDays);
        return {
          kind: 'rank',
          ...rankPlates(index, this.selectPlatesToRank(matching, call, values, partialDays), values, call),
        };
      }
    }
  }

  /**
   * The plates to rank: with a recurrence filter exactly those within its bounds, otherwise all that can have passed in
   * the window.
   */
  private selectPlatesToRank(
    matching: PlateBits | null,
    { recurrence, measure, fromMs, toMs }: Extract<IndexCall, { kind: 'rank' }>,
    values: Uint32Array,
    partialDays: readonly PartialDayCounts[],
  ): PlateBits {
    if (recurrence === null)
      return selectPossiblyRecurring(this.index, matching, {
        measure: 'transits',
        atLeast: 1,
        atMost: Infinity,
        fromMs,
        toMs,
      });
    const transits =
      measure === 'transits' ? values : computeExactTally(this.index, 'transits', recurrence, partialDays);
    return selectWithinBounds(this.index, matching, transits, recurrence);
  }

  private selectPlates(matching: PlateBits | null, recurrence: RecurrenceRange | null): PlateBits {
    if (recurrence !== null) return selectPossiblyRecurring(this.index, matching, recurrence);
    return matching ?? new FilteredPlates(this.index, null, () => true);
  }

  private getMatches(plateQuery: PlateQuery): PlateMatchSet {
    const key = JSON.stringify(plateQuery);
    const matches = this.matchCache.get(key) ?? new PlateMatchSet(plateQuery);
    this.matchCache.delete(key);
    this.matchCache.set(key, matches);
    const [oldest] = this.matchCache.keys();
    if (this.matchCache.size > MAX_CACHED_MATCHES && oldest !== undefined) this.matchCache.delete(oldest);
    return matches;
  }
}
