import { setImmediate as breathe } from 'node:timers/promises';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { candidatesFor, countWindow, findPlates } from './index-answers.ts';
import type { IndexAnswer, IndexCall } from './index-messages.ts';
import { MovementBook } from './movements/movement-book.ts';
import { Matches } from './matches.ts';
import type { PlateBits } from './plate-bits.ts';
import type { PlateIndex } from './plate-index.ts';
import { rankPlates } from './ranking.ts';
import { canRecur, countRecurring, mayRecur, type RecurrenceAsk, RecurringPlates, withinBounds } from './recurrence.ts';
import { exactTally, type CutPiece } from './tally.ts';

/** Match sets cached. A page, its count and the next page have the same plate query and share one set. */
const MOST_REMEMBERED = 24;
/** Longest time a query may block the thread before other queries get a chance. */
const TURN_MS = 10;

/** Calls answered from memory, plus the rows of partial days that are passed in. */
export type MemoryCall = Exclude<IndexCall, { kind: 'movements' }>;

/** Runs the queries on one index. */
export class AnswerDesk {
  readonly index: PlateIndex;
  /** Daily movements that were queried so far. */
  readonly book: MovementBook;
  private readonly remembered = new Map<string, Matches>();

  constructor(index: PlateIndex) {
    this.index = index;
    this.book = new MovementBook(index.table);
  }

  get bytes(): number {
    let { bytes } = this.book;
    for (const matches of this.remembered.values()) bytes += matches.bytes;
    return bytes;
  }

  /**
   * Runs one call.
   * @param partialDays counts of the days that the window covers only partly, needed where the result must be exact
   * @returns null when the caller has cancelled
   */
  async answer(
    plateQuery: PlateQuestion,
    call: MemoryCall,
    partialDays: readonly CutPiece[],
    isActive: () => boolean,
  ): Promise<IndexAnswer | null> {
    // A query without terms matches every plate.
    if (plateQuery.terms.length === 0) return this.answerFrom(null, call, partialDays);
    const matches = this.matchesFor(plateQuery);
    let sliceStart = performance.now();
    for (const _block of matches.update(this.index.table)) {
      if (performance.now() - sliceStart < TURN_MS) continue;
      await breathe();
      if (!isActive()) return null;
      sliceStart = performance.now();
    }
    return this.answerFrom(matches, call, partialDays);
  }

  private answerFrom(matching: PlateBits | null, call: MemoryCall, partialDays: readonly CutPiece[]): IndexAnswer {
    const { index } = this;
    switch (call.kind) {
      case 'find':
        return { kind: 'find', ...findPlates(index, this.narrowed(matching, call.recurrence), call.most) };
      case 'count':
        return { kind: 'count', ...countWindow(index, this.narrowed(matching, null), call, call.most) };
      case 'candidates':
        return {
          kind: 'candidates',
          candidates: candidatesFor(index, this.narrowed(matching, call.recurrence), call),
        };
      case 'sieve': {
        const passes = mayRecur(index, call.recurrence);
        return { kind: 'sieve', plates: call.plates.filter((plate) => passes(index.table.find(plate))) };
      }
      case 'recurring': {
        const transits = exactTally(index, 'transits', call.recurrence, partialDays);
        return { kind: 'recurring', ...countRecurring(matching, transits, call.recurrence) };
      }
      case 'rank': {
        const values = exactTally(index, call.measure, call, partialDays);
        return { kind: 'rank', ...rankPlates(index, this.ranked(matching, call, values, partialDays), values, call) };
      }
    }
  }

  /**
   * The plates to rank: with a recurrence filter exactly those within its bounds, otherwise all that can have passed in
   * the window.
   */
  private ranked(
    matching: PlateBits | null,
    { recurrence, measure, fromMs, toMs }: Extract<IndexCall, { kind: 'rank' }>,
    values: Uint32Array,
    partialDays: readonly CutPiece[],
  ): PlateBits {
    if (recurrence === null)
      return canRecur(this.index, matching, { measure: 'transits', atLeast: 1, atMost: Infinity, fromMs, toMs });
    const transits = measure === 'transits' ? values : exactTally(this.index, 'transits', recurrence, partialDays);
    return withinBounds(this.index, matching, transits, recurrence);
  }

  private narrowed(matching: PlateBits | null, recurrence: RecurrenceAsk | null): PlateBits {
    if (recurrence !== null) return canRecur(this.index, matching, recurrence);
    return matching ?? new RecurringPlates(this.index, null, () => true);
  }

  private matchesFor(plateQuery: PlateQuestion): Matches {
    const key = JSON.stringify(plateQuery);
    const matches = this.remembered.get(key) ?? new Matches(plateQuery);
    this.remembered.delete(key);
    this.remembered.set(key, matches);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
    return matches;
  }
}
