import { setTimeout as delay } from 'node:timers/promises';
import { mix, Rng } from '@varco/sim/random.ts';
import { type Times, timesOf } from '../stats.ts';
import type { QueryClass } from './classes.ts';
import type { Facts } from './facts.ts';
import type { Question } from './question.ts';

/** Longest one statement of a rival may take; slower counts with it and is printed as "more than". */
export const RIVAL_LIMIT_MS = 5_000;

/** Parameters asked in each class, and how often each is asked again when everything is warm. */
export const PARAMETERS = 30;
const REPEATS = 2;

export interface Measured {
  /** First touch of each parameter, and what repeating it took. */
  readonly first: Times | null;
  readonly warm: Times | null;
  /** Why there is no figure, or fewer. */
  readonly note: string | null;
  /** Totals by parameter, where the class counts: engines must agree. */
  readonly totals: readonly (number | null)[];
}

/** Asks one question; resolves to its total, if it has one. Rejects when the engine cannot answer. */
export type Ask = (question: Question) => Promise<number | null>;

/** The same parameters for every engine and every run. */
export function questionsOf(query: QueryClass, facts: Facts): readonly Question[] {
  const seed = [...query.id].reduce((sum, sign) => mix(sum, sign.charCodeAt(0)), 42);
  return Array.from({ length: PARAMETERS }, (_, i) => query.ask(new Rng(mix(seed, i)), facts));
}

/**
 * Asks every parameter once, then all of them again. A class that takes longer than `budgetMs` is broken off after what
 * fits, at least one question; the note says so.
 */
export async function measure(questions: readonly Question[], ask: Ask, budgetMs: number): Promise<Measured> {
  const [first, warm]: [number[], number[]] = [[], []];
  const totals: (number | null)[] = [];
  let note: string | null = null;
  const deadline = performance.now() + budgetMs;
  const timed = async (question: Question, into: number[]): Promise<void> => {
    const startedAt = performance.now();
    const total = await ask(question);
    into.push(performance.now() - startedAt);
    if (into === first) totals.push(total);
  };
  try {
    for (let round = 0; round <= REPEATS; round++) {
      // What begins a round is not measured against the end of the last one.
      await delay(5);
      const asked = round === 0 ? questions : questions.slice(0, first.length);
      for (const question of asked) {
        if (round > 0 || first.length > 0) {
          const share = round === 0 ? 0.5 : 1;
          if (performance.now() > deadline - budgetMs * (1 - share)) break;
        }
        await timed(question, round === 0 ? first : warm);
      }
    }
    if (first.length < questions.length) note = `${first.length} of ${questions.length} questions in its time`;
  } catch (error) {
    note = error instanceof Error ? error.message : String(error);
  }
  return { first: timesOf(first), warm: timesOf(warm), note, totals };
}
