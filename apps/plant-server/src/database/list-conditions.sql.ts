import { sql, type RawBuilder } from 'kysely';

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
