/** Fields a transit list can be ordered by (T 2.4). */
export const ORDER_FIELDS = ['data', 'count_transits', 'g_transits', 'g_transit_days'] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

export interface SearchOrder {
  readonly field: OrderField;
  readonly isDescending: boolean;
}

/** Newest first. */
export const DEFAULT_SEARCH_ORDER: SearchOrder = { field: 'data', isDescending: true };

/** Parses `order_by` (sign and field; no sign means ascending); null when it is not a sortable column. */
export function parseOrder(text: string): SearchOrder | null {
  const match = /^([+-]?)(.*)$/.exec(text);
  const field = ORDER_FIELDS.find((name) => name === match?.[2]);
  return field === undefined ? null : { field, isDescending: match?.[1] === '-' };
}

/** `order_by` as the plants accept it. */
export function formatOrder(order: SearchOrder): string {
  return `${order.isDescending ? '-' : '+'}${order.field}`;
}

/** T 2.4, readings TA27: a click on the sorted column flips + to - and back; the first one on another column gives +. */
export function getNextOrder(current: SearchOrder, clicked: OrderField): SearchOrder {
  return { field: clicked, isDescending: current.field === clicked ? !current.isDescending : false };
}
