import type { Rival, RivalName } from '../baselines/baselines.ts';
import type { QueryClass } from './classes.ts';
import type { Facts } from './facts.ts';
import { measure, type Measured, questionsOf } from './measure.ts';
import type { ClassResult } from './run-search.ts';

const BUDGET_MS = 2_000;

export type RivalResults = ReadonlyMap<RivalName, ReadonlyMap<string, Measured>>;

/** Runs every class on a baseline, with the same queries as the plant and a short time limit per class. */
export async function searchRival(
  rival: Rival,
  classes: readonly QueryClass[],
  facts: Facts,
  onResult: (id: string, measured: Measured) => void,
): Promise<ReadonlyMap<string, Measured>> {
  const results = new Map<string, Measured>();
  for (const query of classes) {
    const measured = await measure(questionsOf(query, facts), rival.ask, BUDGET_MS);
    results.set(query.id, measured);
    onResult(query.id, measured);
  }
  return results;
}

/** Totals that differ between the plant and a baseline, for windows without live reads. */
export function differingTotals(
  plant: readonly ClassResult[],
  rival: ReadonlyMap<string, Measured>,
  facts: Facts,
): readonly string[] {
  return plant.flatMap(({ query, measured }) => {
    const theirs = rival.get(query.id)?.totals ?? [];
    return questionsOf(query, facts).flatMap((question, i) => {
      const [a, b] = [measured.totals[i] ?? null, theirs[i] ?? null];
      const isComparable = question.to !== null && a !== null && b !== null;
      return isComparable && a !== b ? [`${query.id} ${i}: ${a} and ${b}`] : [];
    });
  });
}
