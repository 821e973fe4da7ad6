import type { KeyboardEvent, MouseEvent, ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { createClickArbiter } from './click-arbiter.ts';
import { cx } from './cx.ts';
import styles from './DataTable.module.css';
import { DataTableHead } from './DataTableHead.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import { pinOffsets } from './pin-offsets.ts';
import { rowAction } from './row-keys.ts';
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

function isInside(target: EventTarget, selector: string): boolean {
  return target instanceof HTMLElement && target.closest(selector) !== null;
}

/** Fields keep all their keys, buttons and links only those that press them; the rest belongs to the list. */
function ownsKey(target: EventTarget, key: string): boolean {
  if (isInside(target, 'input:not([type=checkbox]), textarea, select, [role=menu]')) return true;
  return (key === 'Enter' || key === ' ') && isInside(target, 'button, a, input');
}

/** The user dragged over text to copy it: that is no click on the row. */
function isSelectingText(event: MouseEvent): boolean {
  return event.detail === 1 && getSelection()?.type === 'Range';
}

/** The row's own menu button where there is one, else the row: a menu opened by key hangs from it. */
function menuAnchor(row: HTMLElement): HTMLElement {
  const button = row.querySelector('[data-row-menu]');
  return button instanceof HTMLElement ? button : row;
}

/**
 * A grid of rows with a sticky head, pinned edges and one current row that has the focus (roving tabindex). Keys: see
 * `rowAction`. A click opens after 200 ms, two quick ones are a double click. It keeps no data of its own.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { columns, rows, rowKey, currentKey, selection, density = 'compact', rowOffset = 0, rowTotal = null } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const isPageAsked = useRef(false);
  const [arbiter] = useState(() => createClickArbiter());
  const currentIndex = rows.findIndex((row) => rowKey(row) === currentKey);
  useEffect(() => arbiter.cancel, [arbiter]);

  // A page turned from the keyboard takes the focused row away; without this the next key would go to the page.
  useEffect(() => {
    if (!isPageAsked.current || rows.length === 0) return;
    isPageAsked.current = false;
    body.current?.rows[Math.max(0, currentIndex)]?.focus();
  }, [rows, currentIndex]);

  const act = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || ownsKey(event.target, event.key)) return;
    const action = rowAction(event.key, currentIndex, rows.length, selection !== undefined);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    const row = rows[action.kind === 'move' ? action.index : currentIndex];
    const element = body.current?.rows[action.kind === 'move' ? action.index : currentIndex];
    if (row === undefined) return;
    switch (action.kind) {
      case 'move':
        props.onCurrent(rowKey(row));
        element?.focus();
        return;
      case 'previousPage':
      case 'nextPage':
        isPageAsked.current = true;
        (action.kind === 'previousPage' ? props.onPreviousPage : props.onNextPage)?.();
        return;
      case 'open':
        props.onOpen(row);
        return;
      case 'toggle':
        if (selection?.canSelect(row) === true) selection.onToggle(row);
        return;
      case 'menu':
        if (element !== undefined) props.onMenu?.(row, menuAnchor(element));
    }
  };

  const click = (row: Row, event: MouseEvent<HTMLElement>): void => {
    if (isInside(event.target, 'button, a, input, select, [role=menu]') || isSelectingText(event)) return;
    props.onCurrent(rowKey(row));
    if (selection !== undefined) {
      arbiter.cancel();
      if (selection.canSelect(row)) selection.onToggle(row);
      return;
    }
    arbiter.click(rowKey(row), {
      single: () => props.onOpen(row),
      double: () => (props.onDoubleOpen ?? props.onOpen)(row),
    });
  };

  const pins = pinOffsets(columns, selection !== undefined);
  return (
    <div className={styles.scroll} data-density={density}>
      <table
        className={cx(styles.table, density === 'compact' && styles.dense)}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rowTotal === null ? -1 : rowTotal + 1}
        aria-multiselectable={selection === undefined ? undefined : true}
        onKeyDown={act}
      >
        <DataTableHead
          columns={columns}
          pins={pins}
          hasSelection={selection !== undefined}
          sort={props.sort ?? null}
          onSort={props.onSort}
        />
        <tbody ref={body}>
          {rows.map((row, index) => (
            <DataTableRow
              key={rowKey(row)}
              id={`${props.rowIdPrefix ?? 'row-'}${rowKey(row)}`}
              row={row}
              index={index}
              rowIndex={rowOffset + index + 2}
              columns={columns}
              pins={pins}
              isCurrent={index === currentIndex}
              isTabStop={index === Math.max(0, currentIndex)}
              isHit={props.isHit?.(row) === true}
              isTicked={selection?.keys.has(rowKey(row)) === true}
              selection={selection}
              onClick={click}
              onFocus={() => {
                if (index !== currentIndex) props.onCurrent(rowKey(row));
              }}
              onMenu={props.onMenu}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
