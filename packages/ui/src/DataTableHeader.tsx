import { Checkbox } from '@mantine/core';
import type { CSSProperties, ReactElement } from 'react';
import { cx } from './cx.ts';
import type { TableSelection } from './data-table-props.ts';
import styles from './DataTable.module.css';
import { TICK_WIDTH } from './pin-offsets.ts';
import type { Column, Sort } from './table-model.ts';

function toAriaSort(sort: Sort | null, field: string | undefined): 'ascending' | 'descending' | 'none' | undefined {
  if (field === undefined) return undefined;
  if (sort?.field !== field) return 'none';
  return sort.sign === '+' ? 'ascending' : 'descending';
}

function HeaderContent<Row>(props: {
  column: Column<Row>;
  sort: Sort | null;
  onSort: ((field: string) => void) | undefined;
}): ReactElement {
  const { column, sort, onSort } = props;
  const field = column.sortField;
  if (column.header === '' || column.header === null) return <span className={styles.hiddenName}>{column.name}</span>;
  if (field === undefined || onSort === undefined) return <>{column.header}</>;
  const isSorted = sort?.field === field;
  return (
    <button
      type="button"
      // Reached with Up from the first row: the table is one stop of Tab.
      tabIndex={-1}
      className={cx(styles.sort, isSorted && styles.sorted)}
      onClick={() => onSort(field)}
    >
      {column.header}
      <span className={styles.arrow} aria-hidden="true">
        {isSorted ? (sort.sign === '+' ? '↑' : '↓') : ''}
      </span>
    </button>
  );
}

/** Tick box for all selectable rows of the page. */
function PageTickBox({ page }: { page: TableSelection<never>['page'] }): ReactElement | null {
  if (page === undefined) return null;
  return (
    <Checkbox
      checked={page.ticked === 'all'}
      indeterminate={page.ticked === 'some'}
      aria-label={page.name}
      onChange={page.onToggle}
    />
  );
}

/** Sticky table header: column names, and a sort button with an arrow for sortable columns. */
export function DataTableHeader<Row>(props: {
  columns: readonly Column<Row>[];
  pins: ReadonlyMap<string, CSSProperties>;
  selection: TableSelection<Row> | undefined;
  sort: Sort | null;
  onSort: ((field: string) => void) | undefined;
}): ReactElement {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {props.selection !== undefined && (
          // A cell instead of a header, because the tick boxes below have their own names.
          <td className={cx(styles.head, styles.pinned)} style={{ left: 0, width: TICK_WIDTH }}>
            <PageTickBox page={props.selection.page} />
          </td>
        )}
        {props.columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            data-column={column.id}
            className={cx(styles.head, styles[column.align ?? 'start'], column.pinned !== undefined && styles.pinned)}
            style={{ width: column.width, ...props.pins.get(column.id) }}
            aria-sort={toAriaSort(props.sort, column.sortField)}
          >
            <HeaderContent column={column} sort={props.sort} onSort={props.onSort} />
          </th>
        ))}
      </tr>
    </thead>
  );
}
