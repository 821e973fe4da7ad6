import type { MouseEvent, ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { createClickArbiter } from './click-arbiter.ts';
import type { DataTableProps } from './data-table-props.ts';
import { cx } from './cx.ts';
import styles from './DataTable.module.css';
import { DataTableHead } from './DataTableHead.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import { pinOffsets } from './pin-offsets.ts';
import { isInside, useTableKeys } from './use-table-keys.ts';

/** The user dragged over text to copy it: that is no click on the row. */
function isSelectingText(event: MouseEvent): boolean {
  return event.detail === 1 && getSelection()?.type === 'Range';
}

/** A click makes the row current; then it ticks (multi-select on), or opens after 200 ms, or counts as double. */
function useRowClick<Row>(props: DataTableProps<Row>): (row: Row, event: MouseEvent<HTMLElement>) => void {
  const [arbiter] = useState(() => createClickArbiter());
  useEffect(() => arbiter.cancel, [arbiter]);
  return (row, event) => {
    if (isInside(event.target, 'button, a, input, select, [role=menu]') || isSelectingText(event)) return;
    props.onCurrent(props.rowKey(row));
    if (props.selection !== undefined) {
      arbiter.cancel();
      if (props.selection.canSelect(row)) props.selection.onToggle(row);
      return;
    }
    arbiter.click(props.rowKey(row), {
      single: () => props.onOpen(row),
      double: () => (props.onDoubleOpen ?? props.onOpen)(row),
    });
  };
}

/**
 * A grid of rows with a sticky head, pinned edges and one current row that has the focus (roving tabindex). Keys: see
 * `rowAction`. A click opens after 200 ms, two quick ones are a double click. It keeps no data of its own.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { columns, rows, rowKey, currentKey, selection, density = 'compact', rowOffset = 0, rowTotal = null } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const currentIndex = rows.findIndex((row) => rowKey(row) === currentKey);

  const act = useTableKeys(props, currentIndex, body);

  const click = useRowClick(props);
  const pins = pinOffsets(columns, selection !== undefined);
  return (
    <div className={styles.scroll} data-density={density}>
      {/* A table of rows that can be walked and pressed is a grid; the tag keeps its rows and cells. */}
      <table
        className={cx(styles.table, density === 'compact' && styles.dense)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
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
