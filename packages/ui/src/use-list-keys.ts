import type { KeyboardEvent } from 'react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ListProps } from './data-table-props.ts';
import type { RowAction } from './row-actions.ts';

/** Whether an event came from inside an element that matches the selector. */
export function isInside(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/**
 * Whether the focused element handles the key itself: fields handle all keys, buttons and links only those that
 * activate them.
 */
function isHandledByTarget(target: EventTarget, key: string): boolean {
  if (isInside(target, 'input:not([type=checkbox]), textarea, select, [role=menu]')) return true;
  return (key === 'Enter' || key === ' ') && isInside(target, 'button, a, input');
}

/** Anchor for a menu opened by key: the menu button of the row, or the row itself. */
function findMenuAnchor(row: HTMLElement): HTMLElement {
  const button = row.querySelector('[data-row-menu]');
  return button instanceof HTMLElement ? button : row;
}

/**
 * Key handler of a table or card grid.
 * @param actionOf action of a key: `toRowAction`, or `createGridAction(columns)`
 * @param elementAt element of a row of this page, by its index
 */
export function useListKeys<Row>(
  props: ListProps<Row>,
  currentIndex: number,
  actionOf: (key: string, index: number, count: number, isMulti: boolean) => RowAction | null,
  elementAt: (index: number) => HTMLElement | null | undefined,
): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, rowKey, selection } = props;
  const isPageRequested = useRef(false);

  const focusCurrent = useEffectEvent(() => elementAt(Math.max(0, currentIndex))?.focus());
  // A page change by keyboard removes the focused row; without this the next key would go to the page.
  useEffect(() => {
    if (!isPageRequested.current || rows.length === 0) return;
    isPageRequested.current = false;
    focusCurrent();
  }, [rows]);

  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || isHandledByTarget(event.target, event.key)) return;
    const action = actionOf(event.key, currentIndex, rows.length, selection !== undefined);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    const index = action.kind === 'move' ? action.index : currentIndex;
    const row = rows[index];
    const element = elementAt(index);
    if (row === undefined) return;
    switch (action.kind) {
      case 'move':
        props.onCurrent(rowKey(row));
        element?.focus();
        return;
      case 'previousPage':
      case 'nextPage':
        isPageRequested.current = true;
        (action.kind === 'previousPage' ? props.onPreviousPage : props.onNextPage)?.();
        return;
      case 'open':
        props.onOpen(row);
        return;
      case 'toggle':
        if (selection?.canSelect(row) === true) selection.onToggle(row);
        return;
      case 'menu':
        if (element != null) props.onMenu?.(row, findMenuAnchor(element));
    }
  };
}
