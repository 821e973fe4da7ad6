import { setImmediate as breathe } from 'node:timers/promises';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { countDays, type DayCount, findCandidates, countWindow, findPlates } from './index-results.ts';
import type { IndexResponse, IndexCall } from './index-messages.ts';
import { MovementCache } from './movements/movement-cache.ts';
import { PlateMatchSet } from './plate-match-set.ts';
import type { PlateBits } from './plate-bits.ts';
import type { PlateIndex } from './plate-index.ts';
import type { Span } from './span.ts';
import { rankPlates } from './ranking.ts';
import { countRecurring, EveryPlate, isWithinBounds, PlatesWithinBounds, type RecurrenceRange } from './recurrence.ts';
import { BLOCK_PLATES } from './plate-table.ts';
import { getTally, type PartialDays } from './tally.ts';

/** Match sets cached. A page, its count and the next page have the same plate query and share one set. */
const MAX_CACHED_MATCHES = 24;
/** Longest time a query may block the thread before other queries get a chance. */
const MAX_BLOCKING_MS = 10;

/** Calls answered from memory, plus the rows of partial days that are passed in. */
export type InMemoryCall = Exclude<IndexCall, { kind: 'movements' }>;
/** Those answered in one step once the plates are known. */
type OneStepCall = Exclude<InMemoryCall, { kind: 'days' }>;

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
    let bytes = this.movementCache.bytes + this.index.passages.bytes;
    for (const matches of this.matchCache.values()) bytes += matches.bytes;
    return bytes;
  }

  /**
   * Runs one call.
   * @param partialDays what passed on the days that the window covers only partly; a count names the plates of such a
   *   day instead when it is not there
   * @returns null when the caller has cancelled
   */
  async handle(
    plateQuery: PlateQuery,
    call: InMemoryCall,
    partialDays: PartialDays,
    isActive: () => boolean,
  ): Promise<IndexResponse | null> {
    // A query without terms matches every plate.
    const matches = plateQuery.terms.length === 0 ? null : this.getMatches(plateQuery);
    if (matches !== null && (await runInSlices(matches.update(this.index.table), isActive)) === null) return null;
    return call.kind === 'days'
      ? this.countDays(matches, call, isActive)
      : this.buildResponse(matches, call, partialDays);
  }

  private async countDays(
    matching: PlateBits | null,
    span: Span,
    isActive: () => boolean,
  ): Promise<IndexResponse | null> {
    const steps = countDays(this.index, matching ?? this.everyPlate(), span);
    const days = await runInSlices<DayCount>(steps, isActive);
    return days === null ? null : { kind: 'days', days };
  }

  private buildResponse(matching: PlateBits | null, call: OneStepCall, partialDays: PartialDays): IndexResponse {
    const { index } = this;
    switch (call.kind) {
      case 'find':
        return { kind: 'find', ...findPlates(index, this.selectPlates(matching, call, partialDays), call.most) };
      case 'count':
        return {
          kind: 'count',
          ...countWindow(index, matching ?? this.everyPlate(), call, call.most, partialDays.days),
        };
      case 'candidates':
        return {
          kind: 'candidates',
          candidates: findCandidates(index, this.selectPlates(matching, call, partialDays), call),
        };
      case 'filter': {
        const values = this.getValues(call.recurrence, partialDays);
        const isWithin = (plate: string): boolean => isWithinBounds(values[index.table.find(plate)], call.recurrence);
        return { kind: 'filter', plates: call.plates.filter(isWithin) };
      }
      case 'recurring': {
        const transits = getTally(index, 'transits', call.recurrence, partialDays);
        return { kind: 'recurring', ...countRecurring(matching, transits, call.recurrence) };
      }
      case 'rank': {
        const values = this.getValues(call, partialDays);
        return {
          kind: 'rank',
          ...rankPlates(index, this.selectPlatesToRank(matching, call, partialDays), values, call),
        };
      }
    }
  }

  /**
   * The plates to rank: with a recurrence filter those within its bounds, otherwise those that passed in the window. Null:
   * all whose value is not 0.
   */
  private selectPlatesToRank(
    matching: PlateBits | null,
    { recurrence, measure, fromMs, toMs }: Extract<IndexCall, { kind: 'rank' }>,
    partialDays: PartialDays,
  ): PlateBits | null {
    if (recurrence === null && measure !== 'total') return matching;
    const passed = { measure: 'transits', atLeast: 1, atMost: Infinity, fromMs, toMs } as const;
    return this.selectPlates(matching, { recurrence: recurrence ?? passed }, partialDays);
  }

  private selectPlates(
    matching: PlateBits | null,
    { recurrence }: { readonly recurrence: RecurrenceRange | null },
    partialDays: PartialDays,
  ): PlateBits {
    if (recurrence === null) return matching ?? this.everyPlate();
    return new PlatesWithinBounds(this.getValues(recurrence, partialDays), matching, recurrence);
  }

  private getValues(
    { measure, ...span }: Pick<RecurrenceRange, 'measure' | 'fromMs' | 'toMs'>,
    partialDays: PartialDays,
  ): Uint32Array {
    return getTally(this.index, measure, span, partialDays);
  }

  private everyPlate(): PlateBits {
    return new EveryPlate(this.index.table.blocks.length * BLOCK_PLATES);
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

/** What the steps yield, with a pause for other queries whenever they took long; null when the caller has cancelled. */
async function runInSlices<Step>(steps: Iterable<Step>, isActive: () => boolean): Promise<readonly Step[] | null> {
  const found: Step[] = [];
  let sliceStart = performance.now();
  for (const step of steps) {
    found.push(step);
    if (performance.now() - sliceStart < MAX_BLOCKING_MS) continue;
    await breathe();
    if (!isActive()) return null;
    sliceStart = performance.now();
  }
  return found;
}
