/** What is read of the results file of a run of `search`. */
export interface SearchRun {
  readonly classes: readonly {
    readonly id: string;
    readonly warm: { readonly p50: number } | null;
  }[];
}

/** A class of search in two commits: the smallest median of their runs, in milliseconds. */
export interface ComparedClass {
  readonly id: string;
  readonly beforeMs: number;
  readonly afterMs: number;
  /** `afterMs` by `beforeMs`. */
  readonly ratio: number;
  readonly isSlower: boolean;
}

/** From this ratio on, a class counts as slower. */
export const MAX_RATIO = 1.1;
/** Differences below this are noise, whatever their ratio. */
const MIN_DIFFERENCE_MS = 1;

/** The smallest median over several runs, by class: other programs can only make a run slower. */
function findSmallestMedians(runs: readonly SearchRun[]): ReadonlyMap<string, number> {
  const medians = new Map<string, number>();
  for (const { id, warm } of runs.flatMap((run) => run.classes))
    if (warm !== null) medians.set(id, Math.min(medians.get(id) ?? Infinity, warm.p50));
  return medians;
}

/** Compares the classes that both commits answered. */
export function compareRuns(before: readonly SearchRun[], after: readonly SearchRun[]): readonly ComparedClass[] {
  const base = findSmallestMedians(before);
  return [...findSmallestMedians(after)].flatMap(([id, afterMs]) => {
    const beforeMs = base.get(id);
    if (beforeMs === undefined) return [];
    const ratio = afterMs / beforeMs;
    return [{ id, beforeMs, afterMs, ratio, isSlower: ratio > MAX_RATIO && afterMs - beforeMs > MIN_DIFFERENCE_MS }];
  });
}
