import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import type { TransitsDeps } from './transits.deps.ts';
import { readArrivalsSince, runOnSnapshot, saveSearchStart } from './search/search-start.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type { TransitQuery } from './transit-query.ts';

/**
 * Finds the keys of a page. For the first page it uses one database snapshot, which is saved for the following pages.
 */
export interface PageStart {
  /** Ids of reads added after page 1 was delivered. They are excluded from the following pages. */
  readonly excludedIds: readonly string[];
  /**
   * `remembered` resolves when the snapshot is saved. The page must not be sent before that, but can be assembled
   * meanwhile.
   */
  find<Page extends { readonly hasNext: boolean }>(
    work: (runner: Runner) => Promise<Page>,
  ): Promise<{ readonly page: Page; readonly remembered: Promise<void> }>;
}

/** A page without a saved snapshot: a page with an offset, or a search by the plant itself. */
export const createSinglePage = (runner: Runner, excludedIds: readonly string[] = []): PageStart => ({
  excludedIds: excludedIds,
  find: async (work) => ({ page: await work(runner), remembered: Promise.resolve() }),
});

type PagingDeps = Pick<TransitsDeps, 'pool' | 'store' | 'key'>;

const PAGING_PARAMETERS: ReadonlySet<string> = new Set([
  'p',
  'offs',
  'page_size',
  'ref_time',
  'f_include_count',
  'after_id',
  'before_id',
]);

/** Key of a search: its filter without the parameters that differ from page to page. */
export function computeSearchKey({ key }: Pick<PagingDeps, 'key'>, user: string, filter: TransitFilter): string {
  const named = Object.entries(filter)
    .filter(([name]) => !PAGING_PARAMETERS.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return key.mac('search-start', JSON.stringify([user, named]));
}

/**
 * Keeps pages from shifting while reads arrive (ADR 0006). A call without `ref_time` at the start of a list begins a
 * search; a call with it continues the search that this user began last. Source: PAG-03.
 */
export async function startPage(
  deps: PagingDeps,
  user: string,
  filter: TransitFilter,
  query: TransitQuery,
  signal: AbortSignal,
): Promise<PageStart> {
  const { pool, store } = deps;
  const key = computeSearchKey(deps, user, filter);
  if (filter.ref_time !== undefined) {
    const excludedIds = await readArrivalsSince(store.runner, key, query.window.toMs);
    return createSinglePage(store.runner, excludedIds);
  }
  // The ministry query for an owner may take seconds; no database snapshot is held open for that.
  if (query.offset > 0 || query.beside !== null || !query.paginate || query.plates.ownerCode !== null)
    return createSinglePage(store.runner);
  return {
    excludedIds: [],
    async find(work) {
      const { result, seen } = await runOnSnapshot(pool, signal, work);
      // Also when there is no second page: what is new since the search began is told by it.
      return { page: result, remembered: saveSearchStart(store.runner, key, seen) };
    },
  };
}
