/** Which columns a person wants, in which order. Plain data: it is also kept between visits. */
export type ColumnChoice = { readonly order: readonly string[]; readonly hidden: readonly string[] };

/**
 * The columns a user wants, in their order. Columns the stored choice does not know (a newer version) keep their own
 * place after the known ones before them; unknown names in the choice are passed over; fixed columns are never hidden.
 */
export function chosenColumns<C extends { readonly id: string; readonly isFixed?: boolean }>(
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

/** Order after moving one column a step; at an end nothing changes. */
export function movedColumn(order: readonly string[], id: string, step: -1 | 1): readonly string[] {
  const from = order.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= order.length) return order;
  const next = order.toSpliced(from, 1);
  next.splice(to, 0, id);
  return next;
}
