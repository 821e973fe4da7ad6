import type { ClassResult } from '../search/run-search.ts';
import type { BaselineResults } from '../search/baseline-results.ts';
import type { ClassRow } from './results.ts';

/** The target in milliseconds. A target of "twice another class" uses the measured value of that class. */
function findTargetMs({ query }: ClassResult, all: readonly ClassResult[]): number | null {
  const { target } = query;
  if (typeof target === 'number') return target;
  const other = all.find((one) => one.query.id === target.twice)?.measured.warm;
  return other === null || other === undefined ? null : Math.round(other.p95 * 20) / 10;
}

/** Printed and saved row of each class. */
export function buildClassRows(results: readonly ClassResult[], baselines: BaselineResults): readonly ClassRow[] {
  return results.map((result): ClassRow => {
    const { query, measured, parts } = result;
    const target = findTargetMs(result, results);
    const { first, warm, note } = measured;
    const p95 = warm?.p95 ?? first?.p95 ?? null;
    const isMet = p95 !== null && target !== null && p95 <= target && note === null;
    return {
      id: query.id,
      label: query.label,
      targetMs: target,
      first,
      warm,
      verdict: p95 === null ? 'not answered' : isMet ? 'met' : 'missed',
      note,
      parts,
      rivals: Object.fromEntries(
        [...baselines].map(([name, classes]) => {
          const theirs = classes.get(query.id);
          const times = theirs?.warm ?? theirs?.first ?? null;
          return [name, { p50: times?.p50 ?? null, n: times?.n ?? 0, note: theirs?.note ?? null }];
        }),
      ),
    };
  });
}
