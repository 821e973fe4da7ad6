import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import styles from './CardGrid.module.css';
import { CardGridItem } from './CardGridItem.tsx';
import type { ListProps } from './data-table-props.ts';
import { createGridAction } from './row-actions.ts';
import type { CellContext } from './table-model.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRowHandlers } from './use-row-handlers.ts';

/** Minimum card width and gap, px; at most four cards side by side (design 5). */
const MIN_CARD_WIDTH = 280;
const GAP = 12;
const MAX_COLUMNS = 4;

/** Number of columns in a container of this width, 1 to 4. */
export const computeColumnCount = (width: number): number =>
  Math.min(MAX_COLUMNS, Math.max(1, Math.floor((width + GAP) / (MIN_CARD_WIDTH + GAP))));

/**
 * Rows as cards in 1 to 4 columns, depending on the width of the container. Behaves like `DataTable`: one current card
 * with the focus, the same keys, clicks, ticks and menu.
 */
export function CardGrid<Row>(
  props: ListProps<Row> & {
    /** Renders a card. Must be a stable function, because cards are memoized. */
    card: (row: Row, context: CellContext) => ReactNode;
  },
): ReactElement {
  const { rows, rowKey, currentKey, selection, rowIdPrefix = 'card-', rowOffset = 0 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(scroller);
  const currentIndex = rows.findIndex((row) => rowKey(row) === currentKey);
  const act = useListKeys(props, currentIndex, createGridAction(columns), (index) => {
    const row = rows[index];
    return row === undefined ? null : document.getElementById(`${rowIdPrefix}${rowKey(row)}`);
  });
  const handlers = useRowHandlers(props);
  const lines = splitIntoLines(rows, columns);
  return (
    <div className={styles.scroll} data-density="cards" ref={scroller}>
      <div
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-colcount={columns}
        aria-rowcount={props.rowTotal == null ? -1 : Math.ceil(props.rowTotal / columns)}
        aria-multiselectable={selection === undefined ? undefined : true}
        className={styles.cards}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        onKeyDown={act}
      >
        {lines.map((line, at) => (
          <div
            key={line[0] === undefined ? at : rowKey(line[0])}
            role="row"
            className={styles.line}
            aria-rowindex={Math.floor(rowOffset / columns) + at + 1}
          >
            {line.map((row, inLine) => {
              const index = at * columns + inLine;
              return (
                <CardGridItem
                  key={rowKey(row)}
                  id={`${rowIdPrefix}${rowKey(row)}`}
                  row={row}
                  index={index}
                  isCurrent={index === currentIndex}
                  isTabStop={index === Math.max(0, currentIndex)}
                  isHit={props.isHit?.(row) === true}
                  isTicked={selection?.keys.has(rowKey(row)) === true}
                  tickName={selection === undefined ? null : selection.getTickName(row)}
                  canTick={selection?.canSelect(row) === true}
                  handlers={handlers}
                  card={props.card}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

const splitIntoLines = <Row,>(rows: readonly Row[], columns: number): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / columns) }, (_, line) =>
    rows.slice(line * columns, (line + 1) * columns),
  );

/**
 * Column count of the last rendered grid. A remounted list starts with it, so that a card that is focused at once keeps
 * the focus.
 */
let lastColumnCount = 1;

/** Column count for the current container width: measured before the first paint and on every resize. */
function useColumnCount(container: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(lastColumnCount);
  useLayoutEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      lastColumnCount = computeColumnCount(
        element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
      );
      setColumns(lastColumnCount);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return columns;
}
