import { setImmediate as breathe } from 'node:timers/promises';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { candidatesFor, countWindow, findPlates, frequentPlates } from './index-answers.ts';
import type { IndexAnswer, IndexCall } from './index-messages.ts';
import { Matches } from './matches.ts';
import type { PlateIndex } from './plate-index.ts';

/** Questions remembered: a page, its count and the next page look at the plates once. */
const MOST_REMEMBERED = 24;
/** A long question lets others pass after this time. */
const TURN_MS = 10;

/** Answers questions about one index. */
export class AnswerDesk {
  readonly index: PlateIndex;
  private readonly remembered = new Map<string, Matches>();

  constructor(index: PlateIndex) {
    this.index = index;
  }

  get bytes(): number {
    let bytes = 0;
    for (const matches of this.remembered.values()) bytes += matches.bytes;
    return bytes;
  }

  /** Null: not wanted any more. */
  async answer(question: PlateQuestion, call: IndexCall, isWanted: () => boolean): Promise<IndexAnswer | null> {
    const matches = this.matchesFor(question);
    let turnBegan = performance.now();
    for (const _block of matches.update(this.index.table)) {
      if (performance.now() - turnBegan < TURN_MS) continue;
      await breathe();
      if (!isWanted()) return null;
      turnBegan = performance.now();
    }
    return this.answerFrom(matches, call);
  }

  private answerFrom(matches: Matches, call: IndexCall): IndexAnswer {
    switch (call.kind) {
      case 'find':
        return { kind: 'find', ...findPlates(this.index, matches, call.most) };
      case 'count':
        return { kind: 'count', ...countWindow(this.index, matches, call, call.most) };
      case 'candidates':
        return { kind: 'candidates', candidates: candidatesFor(this.index, matches, call) };
      case 'frequent':
        return { kind: 'frequent', plates: frequentPlates(this.index, call, call.atLeast, call.most) };
    }
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
