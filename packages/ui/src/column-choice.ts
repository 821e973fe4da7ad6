/** Visible columns and their order. Plain data, stored between visits. */
export type ColumnChoice = { readonly order: readonly string[]; readonly hidden: readonly string[] };

/**
 * Columns in the user's order, without hidden ones. Columns missing in the stored choice (added by a newer version)
 * stay behind their known predecessors; unknown ids in the choice are ignored; fixed columns are never hidden.
 */
export function selectColumns<C extends { readonly id: string; readonly isFixed?: boolean }>(
  columns: readonly C[],
  choice: ColumnChoice,
): readonly C[] {
  const known = choice.order.filter((id) => columns.some((column) => column.id === id));
  const ordered: C[] = [];
  for (const id of known) {
    const column = columns.find((candidate) => candidate.id === id);
    if (column !== undefined && !ordered.includes(column)) ordered.push(column);
  }
  for (const [index, column] of columns.entries()) {
    if (ordered.includes(column)) continue;
    const before = columns.slice(0, index).findLast((candidate) => ordered.includes(candidate));
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column);
  }
  return ordered.filter((column) => column.isFixed === true || !choice.hidden.includes(column.id));
}

/** Order after moving one column by a step; unchanged at either end. */
export function moveColumn(order: readonly string[], id: string, step: -1 | 1): readonly string[] {
  const from = order.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= order.length) return order;
  const next = order.toSpliced(from, 1);
  next.splice(to, 0, id);
  return next;
}
