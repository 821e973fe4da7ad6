import type { MouseEvent } from 'react';
import type { Column, Density, Sort } from './table-model.ts';

export type TableSelection<Row> = {
  readonly keys: ReadonlySet<string>;
  readonly onToggle: (row: Row) => void;
  readonly canSelect: (row: Row) => boolean;
  /** Accessible name of a row's tick box. */
  readonly getTickName: (row: Row) => string;
  /** Tick box in the header: its name, how many rows of the page are ticked, and the toggle callback. */
  readonly page?: { readonly name: string; readonly ticked: 'none' | 'some' | 'all'; readonly onToggle: () => void };
};

/** Props of a list of rows, shared by tables and card grids. */
export type ListProps<Row> = {
  /** Accessible name of the list. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** `id` attribute of a row: prefix plus key. */
  rowIdPrefix?: string;
  /** Number of rows before this page, and in total; null when unknown. */
  rowOffset?: number;
  rowTotal?: number | null;
  currentKey: string | null;
  onCurrent: (key: string) => void;
  onOpen: (row: Row) => void;
  onDoubleOpen?: (row: Row) => void;
  onPreviousPage?: () => void;
  onNextPage?: () => void;
  onMenu?: (row: Row, anchor: HTMLElement) => void;
  /** Rows with a red mark: stolen or blacklist. */
  isHit?: (row: Row) => boolean;
  /** When set, multi-select is on: clicks and Enter tick rows. */
  selection?: TableSelection<Row> | undefined;
};

export type DataTableProps<Row> = ListProps<Row> & {
  columns: readonly Column<Row>[];
  sort?: Sort | null;
  onSort?: (field: string) => void;
  density?: Density;
};

/** Callbacks of rows. The same object for the lifetime of the table, so that memoized rows do not render. */
export type RowHandlers<Row> = {
  readonly onClick: (row: Row, event: MouseEvent<HTMLElement>) => void;
  readonly onFocus: (row: Row) => void;
  readonly onMenu: (row: Row, anchor: HTMLElement) => void;
  readonly onToggle: (row: Row) => void;
};
