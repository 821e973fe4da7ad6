import { Checkbox } from '@mantine/core';
import type { CSSProperties, MouseEvent, ReactElement } from 'react';
import { cx } from './cx.ts';
import type { TableSelection } from './data-table-props.ts';
import styles from './DataTable.module.css';
import { TICK_WIDTH } from './pin-offsets.ts';
import type { Column } from './table-model.ts';

function TickCell<Row>(props: { row: Row; selection: TableSelection<Row>; isTicked: boolean }): ReactElement {
  const { row, selection, isTicked } = props;
  return (
    <td className={cx(styles.cell, styles.pinned)} style={{ left: 0, width: TICK_WIDTH }}>
      <Checkbox
        checked={isTicked}
        disabled={!selection.canSelect(row)}
        tabIndex={-1}
        aria-label={selection.nameOf(row)}
        onChange={() => selection.onToggle(row)}
      />
    </td>
  );
}

/** One row of a `DataTable`. */
export function DataTableRow<Row>(props: {
  id: string;
  row: Row;
  index: number;
  rowIndex: number;
  columns: readonly Column<Row>[];
  pins: ReadonlyMap<string, CSSProperties>;
  isCurrent: boolean;
  isTabStop: boolean;
  isHit: boolean;
  isTicked: boolean;
  selection: TableSelection<Row> | undefined;
  onClick: (row: Row, event: MouseEvent<HTMLElement>) => void;
  onFocus: () => void;
  onMenu: ((row: Row, anchor: HTMLElement) => void) | undefined;
}): ReactElement {
  const { id, row, index, columns, pins, isCurrent, isTabStop, isHit, isTicked, selection, onMenu } = props;
  const context = {
    index,
    isCurrent,
    tabIndex: isCurrent ? 0 : -1,
    openMenu: (anchor: HTMLElement) => onMenu?.(row, anchor),
  } as const;
  return (
    <tr
      id={id}
      className={cx(styles.row, isCurrent && styles.current, isHit && styles.hit)}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={props.rowIndex}
      aria-selected={selection === undefined ? isCurrent : isTicked}
      onClick={(event) => props.onClick(row, event)}
      onFocus={(event) => {
        if (event.target === event.currentTarget) props.onFocus();
      }}
    >
      {selection !== undefined && <TickCell row={row} selection={selection} isTicked={isTicked} />}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(styles.cell, styles[column.align ?? 'start'], column.pinned !== undefined && styles.pinned)}
          style={pins.get(column.id)}
        >
          {column.cell(row, context)}
        </td>
      ))}
    </tr>
  );
}
