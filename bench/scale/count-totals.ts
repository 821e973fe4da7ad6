import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { QueryClass } from '../search/classes.ts';
import { buildQueries, type RunQuery } from '../search/measure.ts';
import type { SearchInputs } from '../search/query-inputs.ts';
import type { TransitQuery } from '../search/transit-query.ts';
import type { Totals } from './engine-costs.ts';

/** The count of what a query lists, without reads that were sent after the simulated period. */
function buildCount(
  { orderBy: _order, offset: _offset, afterId: _after, ...query }: TransitQuery,
  toMs: number,
): TransitQuery {
  return { ...query, want: 'count', to: query.to ?? toIsoInstant(toMs) };
}

/** Exact totals of every query of the classes, also of those that are measured as pages. */
export async function countTotals(classes: readonly QueryClass[], facts: SearchInputs, ask: RunQuery): Promise<Totals> {
  const totals: Record<string, (number | null)[]> = {};
  for (const query of classes) {
    const found: (number | null)[] = [];
    for (const question of buildQueries(query, facts)) found.push(await ask(buildCount(question, facts.toMs)));
    totals[query.id] = found;
  }
  return totals;
}
