import type { ReactNode } from 'react';

export type Density = 'compact' | 'normal' | 'wide' | 'relaxed' | 'tall';

/** Sort order as sign and field (T 2.4). */
export type Sort = { readonly field: string; readonly sign: '+' | '-' };

export type CellContext = {
  /** Index on this page, from 0. */
  readonly index: number;
  readonly isCurrent: boolean;
  /** Tab index for buttons inside the row: only those of the current row are in the tab order. */
  readonly tabIndex: 0 | -1;
  /** Opens the row menu at the given element. */
  readonly openMenu: (anchor: HTMLElement) => void;
};

export type Column<Row> = {
  readonly id: string;
  readonly header: ReactNode;
  /** Name in the column picker; also for screen readers when the header is empty or an icon. */
  readonly name: string;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  /** px. Required for pinned columns that have another pinned one before them. */
  readonly width?: number;
  readonly sortField?: string;
  readonly pinned?: 'start' | 'end';
  readonly isFixed?: boolean;
  /**
   * Columns with a priority are left out while there is no room for them, the highest number first; all others are
   * always whole.
   */
  readonly priority?: number;
  /** Breaks its text into lines when even the columns without a priority need more room than there is. */
  readonly canWrap?: boolean;
};

/** Sort order after a click on a header: the sorted column flips its sign, any other starts with `+`. */
export function toggleSort(current: Sort | null, field: string): Sort {
  if (current?.field === field) return { field, sign: current.sign === '+' ? '-' : '+' };
  return { field, sign: '+' };
}
