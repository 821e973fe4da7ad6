import { Checkbox } from '@mantine/core';
import { memo, type ReactElement, type ReactNode } from 'react';
import styles from './CardGrid.module.css';
import { cx } from './cx.ts';
import type { RowHandlers } from './data-table-props.ts';
import type { CellContext } from './table-model.ts';

type CardProps<Row> = {
  id: string;
  row: Row;
  index: number;
  isCurrent: boolean;
  isTabStop: boolean;
  isHit: boolean;
  isTicked: boolean;
  tickName: string | null;
  canTick: boolean;
  handlers: RowHandlers<Row>;
  card: (row: Row, context: CellContext) => ReactNode;
};

function PlainCard<Row>(props: CardProps<Row>): ReactElement {
  const { row, index, isCurrent, isHit, isTicked, tickName, handlers } = props;
  return (
    // The grid handles the keys of whichever card has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={props.id}
      role="gridcell"
      tabIndex={props.isTabStop ? 0 : -1}
      aria-selected={tickName === null ? isCurrent : isTicked}
      className={cx(styles.card, isHit && styles.hit, isCurrent && styles.current)}
      onClick={(event) => handlers.onClick(row, event)}
      onFocus={(event) => {
        if (event.target === event.currentTarget) handlers.onFocus(row);
      }}
    >
      {tickName !== null && (
        <span className={styles.tick}>
          <Checkbox
            checked={isTicked}
            disabled={!props.canTick}
            tabIndex={-1}
            aria-label={tickName}
            onChange={() => handlers.onToggle(row)}
          />
        </span>
      )}
      {props.card(row, {
        index,
        isCurrent,
        tabIndex: isCurrent ? 0 : -1,
        openMenu: (anchor) => handlers.onMenu(row, anchor),
      })}
    </div>
  );
}

/** One card of a `CardGrid`; memoized, so that only changed cards render. */
// `memo` loses the type parameter; the component itself is the same.
export const CardGridItem: typeof PlainCard = memo(PlainCard) as typeof PlainCard;
