import type { Pagination } from '@varco/contract/wire.ts';
import type { TransitQuery } from './transit-query.ts';

type Paging = Pick<TransitQuery, 'offset' | 'limit' | 'paginate'>;

/**
 * Pagination block (T 3.3). The total is known here only on the last page; otherwise the count call returns it. `page`
 * is null when the offset is not at the start of a page.
 */
export function toPagination({ offset, limit, paginate }: Paging, rows: number, hasNext: boolean): Pagination {
  const isAligned = offset % limit === 0;
  const page = isAligned ? offset / limit + 1 : null;
  const count = hasNext ? null : offset === 0 || rows > 0 ? offset + rows : null;
  return {
    count,
    paginate,
    page,
    page_size: limit,
    num_pages: count === null ? null : Math.max(1, Math.ceil(count / limit)),
    has_previous: offset > 0,
    has_next: hasNext,
    previous_page: page === null || page <= 1 ? null : page - 1,
    next_page: page === null || !hasNext ? null : page + 1,
    offset,
    limit,
    kind: 'offset',
  };
}
