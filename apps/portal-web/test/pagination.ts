import type { Pagination } from '@varco/contract/wire.ts';

/** Page block of a response with all `count` rows on one page. */
export const buildPagination = (count: number, more: Partial<Pagination> = {}): Pagination => ({
  count,
  paginate: false,
  page: 1,
  page_size: count,
  num_pages: 1,
  has_previous: false,
  has_next: false,
  previous_page: null,
  next_page: null,
  offset: 0,
  limit: count,
  kind: 'all',
  ...more,
});
