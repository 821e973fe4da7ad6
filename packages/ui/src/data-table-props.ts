import type { Column, Density, Sort } from './table-model.ts';

export type TableSelection<Row> = {
  readonly keys: ReadonlySet<string>;
  readonly onToggle: (row: Row) => void;
  readonly canSelect: (row: Row) => boolean;
  /** Name of a row's tick box. */
  readonly nameOf: (row: Row) => string;
};

export type DataTableProps<Row> = {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
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
  sort?: Sort | null;
  onSort?: (field: string) => void;
  density?: Density;
  /** Red bar at the row's start: stolen or blacklist. */
  isHit?: (row: Row) => boolean;
  /** Given: multi-select is on, clicks and Enter tick. */
  selection?: TableSelection<Row>;
};
