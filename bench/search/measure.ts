import { setTimeout as delay } from 'node:timers/promises';
import { mixHash, Rng } from '@varco/sim/random.ts';
import { type Times, summarizeTimes } from '../stats.ts';
import type { QueryClass } from './classes.ts';
import type { SearchInputs } from './query-inputs.ts';
import type { TransitQuery } from './transit-query.ts';

/** Time limit of one statement of a baseline; slower statements count with the limit and are printed as "more than". */
export const BASELINE_LIMIT_MS = 5_000;

/** Number of parameter sets per class, and of warm repetitions. */
export const QUERIES_PER_CLASS = 30;
const WARM_REPETITIONS = 2;

export interface Measured {
  /** Times of the first execution of each parameter set, and of the repetitions. */
  readonly first: Times | null;
  readonly warm: Times | null;
  /** Why measurements are missing or fewer. */
  readonly note: string | null;
  /** Totals by parameter set for classes that count: all engines must agree. */
  readonly totals: readonly (number | null)[];
}

/** Runs a query; resolves to its total, if it has one. Rejects when the engine cannot run it. */
export type RunQuery = (question: TransitQuery) => Promise<number | null>;

/** The same queries for every engine and every run. */
export function buildQueries(query: QueryClass, facts: SearchInputs): readonly TransitQuery[] {
  const seed = [...query.id].reduce((sum, sign) => mixHash(sum, sign.charCodeAt(0)), 42);
  return Array.from({ length: QUERIES_PER_CLASS }, (_, i) => query.ask(new Rng(mixHash(seed, i)), facts));
}

/**
 * Runs every query once, then all of them again. A class that exceeds `budgetMs` is stopped early, after at least one
 * query; the note says so.
 */
export async function measureQueries(
  questions: readonly TransitQuery[],
  ask: RunQuery,
  budgetMs: number,
): Promise<Measured> {
  const [first, warm]: [number[], number[]] = [[], []];
  const totals: (number | null)[] = [];
  let note: string | null = null;
  const deadline = performance.now() + budgetMs;
  const timed = async (question: TransitQuery, into: number[]): Promise<void> => {
    const startedAt = performance.now();
    const total = await ask(question);
    into.push(performance.now() - startedAt);
    if (into === first) totals.push(total);
  };
  try {
    for (let round = 0; round <= WARM_REPETITIONS; round++) {
      // The end of the previous round must not influence the measurement.
      await delay(5);
      const requested = round === 0 ? questions : questions.slice(0, first.length);
      for (const question of requested) {
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
  return { first: summarizeTimes(first), warm: summarizeTimes(warm), note, totals };
}
