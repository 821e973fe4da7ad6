import { type ComponentProps, type ReactElement, type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import styles from './SimpleTable.module.css';
import { useIsOverflowing } from './use-is-overflowing.ts';

/** Head of a column. */
export type SimpleColumn = {
  readonly key: string;
  readonly title: ReactNode;
  readonly isNumeric?: boolean;
  /** The title is read aloud only: columns of buttons. */
  readonly isTitleHidden?: boolean;
};

/**
 * Plain table for rows that are read, not walked through with keys (`DataTable`). Rows are `TableRow` with `td`, `th
 * scope="row"` and `NumberCell`. The head stays in sight while the table scrolls; a wide one scrolls sideways.
 */
export function SimpleTable(props: {
  label: string;
  /** Without columns the table has no head. */
  columns?: readonly SimpleColumn[];
  /** Visible title above the table; the name is `label` all the same. */
  caption?: ReactNode;
  /** Rows of totals. */
  foot?: ReactNode;
  /** Shown instead of the table. */
  empty?: ReactNode;
  density?: 'dense' | 'normal';
  /** Takes the remaining height of a flex column and scrolls there. */
  isFilling?: boolean;
  /** A border, for a table among other things. */
  isFramed?: boolean;
  isSingleLine?: boolean;
  /** The names of the rows, in the first column, stay in sight while a wide table is moved sideways. */
  isFirstFixed?: boolean;
  /** On a narrow window: sideways, or each row as a block. */
  onNarrow?: 'scroll' | 'stack';
  children: ReactNode;
}): ReactElement {
  const { empty, isFilling = false, isFramed = false } = props;
  const region = useRef<HTMLDivElement>(null);
  const isOverflowing = useIsOverflowing(region);
  if (empty !== undefined && empty !== null && empty !== false) return <>{empty}</>;
  return (
    <ScrollRegion
      ref={region}
      role="group"
      label={props.label}
      isFilling={isFilling}
      isFocusable={isOverflowing}
      className={isFramed ? styles.framed : undefined}
    >
      <table
        aria-label={props.label}
        className={cx(
          styles.table,
          props.density === 'dense' && styles.dense,
          props.isSingleLine === true && styles.singleLine,
          props.isFirstFixed === true && styles.firstFixed,
          props.onNarrow === 'stack' && styles.stacked,
        )}
      >
        {props.caption !== undefined && <caption>{props.caption}</caption>}
        {props.columns !== undefined && <TableHead columns={props.columns} />}
        <tbody>{props.children}</tbody>
        {props.foot !== undefined && <tfoot>{props.foot}</tfoot>}
      </table>
    </ScrollRegion>
  );
}

function TableHead(props: { columns: readonly SimpleColumn[] }): ReactElement {
  return (
    <thead>
      <tr>
        {props.columns.map(({ key, title, isNumeric, isTitleHidden }) => (
          <th key={key} scope="col" className={isNumeric === true ? styles.number : undefined}>
            {isTitleHidden === true ? <span className={styles.hiddenTitle}>{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Row of a `SimpleTable`. `tone`: a bar at its left edge. */
export function TableRow(
  props: Omit<ComponentProps<'tr'>, 'className' | 'style'> & {
    isCurrent?: boolean;
    isTotal?: boolean;
    tone?: 'ac' | 'al' | undefined;
  },
): ReactElement {
  const { isCurrent = false, isTotal = false, tone, ...rest } = props;
  return (
    <tr
      {...rest}
      aria-current={isCurrent || undefined}
      className={cx(
        styles.row,
        isCurrent && styles.current,
        isTotal && styles.total,
        tone !== undefined && styles[tone],
      )}
    />
  );
}

/** Cell of a number, aligned to the right. */
export function NumberCell(props: Omit<ComponentProps<'td'>, 'className' | 'style'>): ReactElement {
  return <td {...props} className={styles.number} />;
}
