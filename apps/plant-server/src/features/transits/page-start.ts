import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import type { TransitsDeps } from './transits.deps.ts';
import { arrivedSince, onOneSnapshot, rememberStart } from './search/arrivals.ts';
import type { Runner } from '../../database/statement.ts';
import type { TransitQuery } from './transit-query.ts';

/** Finds the keys of a page; on the first page from one state of the database, which is then remembered. */
export interface PageStart {
  /** Reads that came in after page 1 was given: they stay out of the pages after it. */
  readonly leftOut: readonly string[];
  /** `remembered`: the page may be given out when that is done; it need not wait for it to be put together. */
  find<Page extends { readonly hasNext: boolean }>(
    work: (runner: Runner) => Promise<Page>,
  ): Promise<{ readonly page: Page; readonly remembered: Promise<void> }>;
}

/** A page nobody goes on from in the way of `startPage`: of a later place, or for the plant's own use. */
export const lonePage = (runner: Runner, leftOut: readonly string[] = []): PageStart => ({
  leftOut,
  find: async (work) => ({ page: await work(runner), remembered: Promise.resolve() }),
});

type Needs = Pick<TransitsDeps, 'pool' | 'store' | 'key'>;

const PAGING: ReadonlySet<string> = new Set([
  'p',
  'offs',
  'page_size',
  'ref_time',
  'f_include_count',
  'after_id',
  'before_id',
]);

/** The search without what differs from page to page. */
function searchKey({ key }: Needs, user: string, filter: TransitFilter): string {
  const named = Object.entries(filter)
    .filter(([name]) => !PAGING.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return key.mac('search-start', JSON.stringify([user, named]));
}

/**
 * What keeps pages from shifting (ADR 0019): a call without `ref_time` at the beginning of a list begins a search, one
 * with it goes on with the one this person began last. Source: PAG-03.
 */
export async function startPage(
  needs: Needs,
  user: string,
  filter: TransitFilter,
  query: TransitQuery,
  signal: AbortSignal,
): Promise<PageStart> {
  const { pool, store } = needs;
  const key = searchKey(needs, user, filter);
  if (filter.ref_time !== undefined) {
    const leftOut = await arrivedSince(store.runner, key, query.window.toMs);
    return lonePage(store.runner, leftOut);
  }
  // An owner is asked of the ministry, which may take seconds: no state of the database is held open for that.
  if (query.offset > 0 || query.beside !== null || !query.paginate || query.plates.ownerCode !== null)
    return lonePage(store.runner);
  return {
    leftOut: [],
    async find(work) {
      const { result, seen } = await onOneSnapshot(pool, signal, work);
      // A search of one page has no other page to keep in place.
      return { page: result, remembered: result.hasNext ? rememberStart(store.runner, key, seen) : Promise.resolve() };
    },
  };
}
