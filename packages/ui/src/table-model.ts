import type { ReactNode } from 'react';

export type Density = 'compact' | 'normal' | 'wide' | 'relaxed' | 'tall';

/** A sort event carries a sign and a field (T 2.4). */
export type Sort = { readonly field: string; readonly sign: '+' | '-' };

export type CellContext = {
  /** Position on this page, from 0. */
  readonly index: number;
  readonly isCurrent: boolean;
  /** For buttons inside the row: only those of the current row are in the tab order. */
  readonly tabIndex: 0 | -1;
  /** Opens the row menu at the given element. */
  readonly openMenu: (anchor: HTMLElement) => void;
};

export type Column<Row> = {
  readonly id: string;
  readonly header: ReactNode;
  /** Name for the column picker and, when the header is a picture or empty, for screen readers. */
  readonly name: string;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  /** px. Needed for pinned columns that have another pinned one before them. */
  readonly width?: number;
  readonly sortField?: string;
  readonly pinned?: 'start' | 'end';
  readonly isFixed?: boolean;
};

/** A click on a header: the sorted column flips its sign, any other starts with `+`. */
export function nextSort(current: Sort | null, field: string): Sort {
  if (current?.field === field) return { field, sign: current.sign === '+' ? '-' : '+' };
  return { field, sign: '+' };
}

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
