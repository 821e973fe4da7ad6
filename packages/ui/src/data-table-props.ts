import type { MouseEvent } from 'react';
import type { Column, Density, Sort } from './table-model.ts';

export type TableSelection<Row> = {
  readonly keys: ReadonlySet<string>;
  readonly onToggle: (row: Row) => void;
  readonly canSelect: (row: Row) => boolean;
  /** Name of a row's tick box. */
  readonly nameOf: (row: Row) => string;
  /** The tick box in the head: what stands ticked of this page, and what pressing it asks for. */
  readonly page?: { readonly name: string; readonly ticked: 'none' | 'some' | 'all'; readonly onToggle: () => void };
};

/** What a list of rows is given, whether it draws them as a table or as cards. */
export type ListProps<Row> = {
  /** Name of the list for screen readers. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** `id` attribute of a row: prefix plus key. */
  rowIdPrefix?: string;
  /** Rows before this page, and rows in all; null when nobody knows. */
  rowOffset?: number;
  rowTotal?: number | null;
  currentKey: string | null;
  onCurrent: (key: string) => void;
  onOpen: (row: Row) => void;
  onDoubleOpen?: (row: Row) => void;
  onPreviousPage?: () => void;
  onNextPage?: () => void;
  onMenu?: (row: Row, anchor: HTMLElement) => void;
  /** Red mark: stolen or blacklist. */
  isHit?: (row: Row) => boolean;
  /** Given: multi-select is on, clicks and Enter tick. */
  selection?: TableSelection<Row> | undefined;
};

export type DataTableProps<Row> = ListProps<Row> & {
  columns: readonly Column<Row>[];
  sort?: Sort | null;
  onSort?: (field: string) => void;
  density?: Density;
};

/** What rows call. The same object for the life of the table, so that a row is drawn again only when something of it changed. */
export type RowHandlers<Row> = {
  readonly onClick: (row: Row, event: MouseEvent<HTMLElement>) => void;
  readonly onFocus: (row: Row) => void;
  readonly onMenu: (row: Row, anchor: HTMLElement) => void;
  readonly onToggle: (row: Row) => void;
};
