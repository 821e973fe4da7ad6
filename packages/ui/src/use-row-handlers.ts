import type { MouseEvent } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createClickArbiter } from './click-arbiter.ts';
import type { ListProps, RowHandlers } from './data-table-props.ts';
import { isInside } from './use-list-keys.ts';

/** The user dragged to select text, which is no click on the row. */
function isSelectingText(event: MouseEvent): boolean {
  return event.detail === 1 && getSelection()?.type === 'Range';
}

/**
 * A click makes the row current; then it ticks it (multi-select), or opens it after 200 ms, or counts as part of a
 * double click.
 */
export function useRowHandlers<Row>(props: ListProps<Row>): RowHandlers<Row> {
  const [arbiter] = useState(() => createClickArbiter());
  useEffect(() => arbiter.cancel, [arbiter]);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [handlers] = useState((): RowHandlers<Row> => ({
    onClick: (row, event) => {
      const { rowKey, onCurrent, selection, onOpen, onDoubleOpen = onOpen } = latest.current;
      if (isInside(event.target, 'button, a, input, select, [role=menu]') || isSelectingText(event)) return;
      onCurrent(rowKey(row));
      if (selection !== undefined) {
        arbiter.cancel();
        if (selection.canSelect(row)) selection.onToggle(row);
        return;
      }
      arbiter.click(rowKey(row), {
        single: () => latest.current.onOpen(row),
        double: () => onDoubleOpen(row),
      });
    },
    onFocus: (row) => {
      const { rowKey, currentKey, onCurrent } = latest.current;
      if (rowKey(row) !== currentKey) onCurrent(rowKey(row));
    },
    onMenu: (row, anchor) => latest.current.onMenu?.(row, anchor),
    onToggle: (row) => latest.current.selection?.onToggle(row),
  }));
  return handlers;
}
