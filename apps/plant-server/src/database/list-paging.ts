import type { Pagination } from '@varco/contract/wire.ts';

/** Page of a list: `p` and `page_size`, or `offset` and `limit` where several plants are merged (readings TA39). */
export interface ListPage {
  readonly offset: number;
  readonly limit: number;
}

const PAGE_SIZE = 100;
const MERGED_LIMIT = 20;

interface ListPageParams {
  readonly p?: number | undefined;
  readonly page_size?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export function parseListPage({ p, page_size: size, offset, limit }: ListPageParams): ListPage {
  if (offset !== undefined || limit !== undefined) return { offset: offset ?? 0, limit: limit ?? MERGED_LIMIT };
  const rows = size ?? PAGE_SIZE;
  return { offset: ((p ?? 1) - 1) * rows, limit: rows };
}

/** The members of a pagination block (T 3.3) that depend only on the page. `page` is null when the offset is not at the start of a page. */
export function paginateByOffset({ offset, limit }: ListPage, hasNext: boolean) {
  const page = offset % limit === 0 ? offset / limit + 1 : null;
  return {
    page,
    page_size: limit,
    has_previous: offset > 0,
    has_next: hasNext,
    previous_page: page === null || page <= 1 ? null : page - 1,
    next_page: page === null || !hasNext ? null : page + 1,
    offset,
    limit,
    kind: 'offset' as const,
  };
}

/** Pagination block (T 3.3) of a list whose size is known. */
export function listPagination(listPage: ListPage, count: number): Pagination {
  const { offset, limit } = listPage;
  return {
    count,
    paginate: true,
    num_pages: Math.max(1, Math.ceil(count / limit)),
    ...paginateByOffset(listPage, offset + limit < count),
  };
}
