import { useSession } from '../../../lib/session/session-store.ts';
import { nowMs } from '../../../lib/clock.ts';
import type { SearchFilter } from './search-filter.ts';

/** Searches remembered for each list; older entries of the history then keep the filter that is shown. */
const MAX_PAST_SEARCHES = 100;

/** Filters of the searches of each list by number, so that Back can repeat one. In memory only: filters contain plates. */
const searches = new Map<string, Map<number, SearchFilter>>();
/** Begins with the time, so that the numbers in entries of before a reload name no search of this page. */
let lastNumber = nowMs();

/** Number of a search of a list. The same filter has the same number. */
export function numberSearch(tabId: string, filter: SearchFilter): number {
  const known = searches.get(tabId) ?? new Map<number, SearchFilter>();
  searches.set(tabId, known);
  const text = JSON.stringify(filter);
  for (const [number, past] of known) if (past === filter || JSON.stringify(past) === text) return number;
  lastNumber += 1;
  known.set(lastNumber, filter);
  const [oldest] = known.keys();
  if (known.size > MAX_PAST_SEARCHES && oldest !== undefined) known.delete(oldest);
  return lastNumber;
}

export const findPastSearch = (tabId: string, number: number): SearchFilter | null =>
  searches.get(tabId)?.get(number) ?? null;

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') searches.clear();
});
