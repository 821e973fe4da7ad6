import type { ReactElement } from 'react';
import { useMemo, useRef } from 'react';
import type { DataTableProps } from './data-table-props.ts';
import { cx } from './cx.ts';
import styles from './DataTable.module.css';
import { DataTableHeader } from './DataTableHeader.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import { computePinOffsets } from './pin-offsets.ts';
import { toRowAction } from './row-actions.ts';
import { useListKeys } from './use-list-keys.ts';
import { moveThroughHead } from './head-keys.ts';
import { useFittingColumns } from './use-fitting-columns.ts';
import { useRowHandlers } from './use-row-handlers.ts';

/**
 * Grid of rows with a sticky header, pinned columns and one current row that has the focus (roving tabindex). Keys: see
 * `toRowAction`; Up in the first row leads to the sort buttons, so that the table is one stop of Tab. A click opens after 200 ms; two quick clicks are a double click. Holds no data of its own.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { rows, rowKey, currentKey, selection, density = 'compact', rowOffset = 0, rowTotal = null } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, isTight } = useFittingColumns(props.columns, rows, scroller);
  const currentIndex = rows.findIndex((row) => rowKey(row) === currentKey);

  const act = useListKeys(props, currentIndex, toRowAction, (index) => body.current?.rows[index]);

  const handlers = useRowHandlers(props);
  const hasTicks = selection !== undefined;
  const pins = useMemo(() => computePinOffsets(columns, hasTicks), [columns, hasTicks]);
  return (
    <div className={styles.scroll} data-density={density} ref={scroller}>
      {/* An interactive table has the ARIA role grid; the table element provides the roles of rows and cells. */}
      <table
        className={cx(styles.table, density === 'compact' && styles.dense, isTight && styles.tight)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={props.label}
        aria-rowcount={rowTotal === null ? -1 : rowTotal + 1}
        aria-multiselectable={selection === undefined ? undefined : true}
        onKeyDown={(event) => {
          if (!moveThroughHead(event, currentIndex)) act(event);
        }}
      >
        <DataTableHeader
          columns={columns}
          pins={pins}
          selection={selection}
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
              tickName={selection === undefined ? null : selection.getTickName(row)}
              canTick={selection?.canSelect(row) === true}
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
