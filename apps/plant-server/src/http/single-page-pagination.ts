import type { Pagination } from '@varco/contract/wire.ts';

/** Pagination of a response that is not paged: one page with all `count` items. */
export function buildSinglePagePagination(count: number, paginate = false): Pagination {
  const size = Math.max(1, count);
  return {
    count,
    paginate,
    page: 1,
    page_size: size,
    num_pages: 1,
    has_previous: false,
    has_next: false,
    previous_page: null,
    next_page: null,
    offset: 0,
    limit: size,
    kind: 'all',
  };
}
