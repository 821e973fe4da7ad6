import type { Baseline, BaselineName } from '../baselines/baselines.ts';
import type { QueryClass } from './classes.ts';
import type { SearchInputs } from './query-inputs.ts';
import { measureQueries, type Measured, buildQueries } from './measure.ts';
import type { ClassResult } from './run-search.ts';

const BUDGET_MS = 2_000;

export type BaselineResults = ReadonlyMap<BaselineName, ReadonlyMap<string, Measured>>;

/** Runs every class on a baseline, with the same queries as the plant and a short time limit per class. */
export async function measureBaseline(
  baseline: Baseline,
  classes: readonly QueryClass[],
  facts: SearchInputs,
  onResult: (id: string, measured: Measured) => void,
): Promise<ReadonlyMap<string, Measured>> {
  const results = new Map<string, Measured>();
  for (const query of classes) {
    const measured = await measureQueries(buildQueries(query, facts), baseline.runQuery, BUDGET_MS);
    results.set(query.id, measured);
    onResult(query.id, measured);
  }
  return results;
}

/** Totals that differ between the plant and a baseline, for windows without live reads. */
export function findDifferingTotals(
  plant: readonly ClassResult[],
  baseline: ReadonlyMap<string, Measured>,
  facts: SearchInputs,
): readonly string[] {
  return plant.flatMap(({ query, measured }) => {
    const theirs = baseline.get(query.id)?.totals ?? [];
    return buildQueries(query, facts).flatMap((question, i) => {
      const [a, b] = [measured.totals[i] ?? null, theirs[i] ?? null];
      const isComparable = question.to !== null && a !== null && b !== null;
      return isComparable && a !== b ? [`${query.id} ${i}: ${a} and ${b}`] : [];
    });
  });
}
