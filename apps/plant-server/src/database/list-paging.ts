import type { Pagination } from '@varco/contract/wire.ts';
import { sql, type RawBuilder } from 'kysely';

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

/** Pagination block (T 3.3) of a list whose size is known. */
export function listPagination({ offset, limit }: ListPage, count: number): Pagination {
  const page = offset % limit === 0 ? offset / limit + 1 : null;
  const hasNext = offset + limit < count;
  return {
    count,
    paginate: true,
    page,
    page_size: limit,
    num_pages: Math.max(1, Math.ceil(count / limit)),
    has_previous: offset > 0,
    has_next: hasNext,
    previous_page: page === null || page <= 1 ? null : page - 1,
    next_page: page === null || !hasNext ? null : page + 1,
    offset,
    limit,
    kind: 'offset',
  };
}

/**
 * LIKE pattern for a part of a plate. With `*` or `?` the text is the whole plate. Letters and digits need no escape.
 */
export function toLikePattern(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9*?]/g, '');
  return /[*?]/.test(plain) ? plain.replaceAll('*', '%').replaceAll('?', '_') : `%${plain}%`;
}

/** `order by` clause for a sign and a wire name. `columns` maps names to SQL. The id makes the order total. */
export function listOrder(
  text: string | undefined,
  usual: string,
  columns: Readonly<Record<string, string>>,
): RawBuilder<unknown> {
  const orderText = text ?? usual;
  const name = orderText.replace(/^[+\- ]/, '');
  const column = columns[Object.hasOwn(columns, name) ? name : usual] ?? 'e.id';
  const direction = sql.raw(orderText.startsWith('-') ? 'desc' : 'asc');
  return sql`order by ${sql.raw(column)} ${direction}, e.id ${direction}`;
}

/** A condition, its opposite, or nothing when the filter is not set. */
export const optionalCondition = (
  orderText: boolean | undefined,
  condition: RawBuilder<boolean>,
): readonly RawBuilder<boolean>[] =>
  orderText === undefined ? [] : [orderText ? condition : sql<boolean>`not (${condition})`];
