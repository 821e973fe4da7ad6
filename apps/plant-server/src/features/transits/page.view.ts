import type { Pagination } from '@varco/contract/wire.ts';
import { paginateByOffset } from '../../database/list-paging.ts';
import type { TransitQuery } from './transit-query.ts';

type Paging = Pick<TransitQuery, 'offset' | 'limit' | 'paginate'>;

/**
 * Pagination block (T 3.3). The total is known here only on the last page; otherwise the count call returns it.
 */
export function toPagination({ offset, limit, paginate }: Paging, rows: number, hasNext: boolean): Pagination {
  const count = hasNext ? null : offset === 0 || rows > 0 ? offset + rows : null;
  return {
    count,
    paginate,
    num_pages: count === null ? null : Math.max(1, Math.ceil(count / limit)),
    ...paginateByOffset({ offset, limit }, hasNext),
  };
}
