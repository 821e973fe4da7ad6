import { Checkbox } from '@mantine/core';
import type { CSSProperties, ReactElement } from 'react';
import { memo } from 'react';
import { cx } from './cx.ts';
import type { RowHandlers } from './data-table-props.ts';
import styles from './DataTable.module.css';
import { TICK_WIDTH } from './pin-offsets.ts';
import type { Column } from './table-model.ts';

type RowProps<Row> = {
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
  /** Accessible name of the tick box; null: multi-select is off. */
  tickName: string | null;
  canTick: boolean;
  handlers: RowHandlers<Row>;
};

function TickCell(props: { name: string; canTick: boolean; isTicked: boolean; onToggle: () => void }): ReactElement {
  return (
    <td className={cx(styles.cell, styles.pinned)} style={{ left: 0, width: TICK_WIDTH }}>
      <Checkbox
        checked={props.isTicked}
        disabled={!props.canTick}
        tabIndex={-1}
        aria-label={props.name}
        onChange={props.onToggle}
      />
    </td>
  );
}

function UnmemoizedRow<Row>(props: RowProps<Row>): ReactElement {
  const { id, row, index, columns, pins, isCurrent, isTabStop, isHit, isTicked, tickName, handlers } = props;
  const context = {
    index,
    isCurrent,
    tabIndex: isCurrent ? 0 : -1,
    openMenu: (anchor: HTMLElement) => handlers.onMenu(row, anchor),
  } as const;
  return (
    <tr
      id={id}
      className={cx(styles.row, isCurrent && styles.current, isHit && styles.hit)}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={props.rowIndex}
      aria-selected={tickName === null ? isCurrent : isTicked}
      onClick={(event) => handlers.onClick(row, event)}
      onFocus={(event) => {
        if (event.target === event.currentTarget) handlers.onFocus(row);
      }}
    >
      {tickName !== null && (
        <TickCell name={tickName} canTick={props.canTick} isTicked={isTicked} onToggle={() => handlers.onToggle(row)} />
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            styles.cell,
            styles[column.align ?? 'start'],
            column.pinned !== undefined && styles.pinned,
            column.canWrap === true && styles.wraps,
          )}
          data-column={column.id}
          style={pins.get(column.id)}
        >
          {column.cell(row, context)}
        </td>
      ))}
    </tr>
  );
}

/** One row of a `DataTable`; memoized, so that moving through the rows renders only two of them. */
// `memo` loses the type parameter; the component itself is the same.
export const DataTableRow: typeof UnmemoizedRow = memo(UnmemoizedRow) as typeof UnmemoizedRow;
