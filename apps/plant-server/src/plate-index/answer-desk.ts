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

/** Questions remembered: a page, its count and the next page look at the plates once. */
const MOST_REMEMBERED = 24;
/** A long question lets others pass after this time. */
const TURN_MS = 10;

/** What is answered from memory, and from the rows of cut days that come with it. */
export type MemoryCall = Exclude<IndexCall, { kind: 'movements' }>;

/** Answers questions about one index. */
export class AnswerDesk {
  readonly index: PlateIndex;
  /** Movements of the days that were asked about. */
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

  /** `pieces`: of the days the window of the call cuts, where it must be exact. Null: not wanted any more. */
  async answer(
    question: PlateQuestion,
    call: MemoryCall,
    pieces: readonly CutPiece[],
    isWanted: () => boolean,
  ): Promise<IndexAnswer | null> {
    // Nothing asked of the plate: every plate fits.
    if (question.terms.length === 0) return this.answerFrom(null, call, pieces);
    const matches = this.matchesFor(question);
    let turnBegan = performance.now();
    for (const _block of matches.update(this.index.table)) {
      if (performance.now() - turnBegan < TURN_MS) continue;
      await breathe();
      if (!isWanted()) return null;
      turnBegan = performance.now();
    }
    return this.answerFrom(matches, call, pieces);
  }

  private answerFrom(fitting: PlateBits | null, call: MemoryCall, pieces: readonly CutPiece[]): IndexAnswer {
    const { index } = this;
    switch (call.kind) {
      case 'find':
        return { kind: 'find', ...findPlates(index, this.narrowed(fitting, call.recurrence), call.most) };
      case 'count':
        return { kind: 'count', ...countWindow(index, this.narrowed(fitting, null), call, call.most) };
      case 'candidates':
        return {
          kind: 'candidates',
          candidates: candidatesFor(index, this.narrowed(fitting, call.recurrence), call),
        };
      case 'sieve': {
        const passes = mayRecur(index, call.recurrence);
        return { kind: 'sieve', plates: call.plates.filter((plate) => passes(index.table.find(plate))) };
      }
      case 'recurring': {
        const transits = exactTally(index, 'transits', call.recurrence, pieces);
        return { kind: 'recurring', ...countRecurring(fitting, transits, call.recurrence) };
      }
      case 'rank': {
        const values = exactTally(index, call.measure, call, pieces);
        return { kind: 'rank', ...rankPlates(index, this.ranked(fitting, call, values, pieces), values, call) };
      }
    }
  }

  /** The plates to rank: exactly those that passed as often as asked; unasked, all that can have passed in the window. */
  private ranked(
    fitting: PlateBits | null,
    { recurrence, measure, fromMs, toMs }: Extract<IndexCall, { kind: 'rank' }>,
    values: Uint32Array,
    pieces: readonly CutPiece[],
  ): PlateBits {
    if (recurrence === null)
      return canRecur(this.index, fitting, { measure: 'transits', atLeast: 1, atMost: Infinity, fromMs, toMs });
    const own = measure === 'transits' ? values : exactTally(this.index, 'transits', recurrence, pieces);
    return withinBounds(this.index, fitting, own, recurrence);
  }

  private narrowed(fitting: PlateBits | null, recurrence: RecurrenceAsk | null): PlateBits {
    if (recurrence !== null) return canRecur(this.index, fitting, recurrence);
    return fitting ?? new RecurringPlates(this.index, null, () => true);
  }

  private matchesFor(question: PlateQuestion): Matches {
    const key = JSON.stringify(question);
    const matches = this.remembered.get(key) ?? new Matches(question);
    this.remembered.delete(key);
    this.remembered.set(key, matches);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
    return matches;
  }
}
