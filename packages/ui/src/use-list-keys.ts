import type { KeyboardEvent } from 'react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ListProps } from './data-table-props.ts';
import type { RowAction } from './row-keys.ts';

/** Whether an event came from inside something that matches. */
export function isInside(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** Fields keep all their keys, buttons and links only those that press them; the rest belongs to the list. */
function ownsKey(target: EventTarget, key: string): boolean {
  if (isInside(target, 'input:not([type=checkbox]), textarea, select, [role=menu]')) return true;
  return (key === 'Enter' || key === ' ') && isInside(target, 'button, a, input');
}

/** The row's own menu button where there is one, else the row: a menu opened by key hangs from it. */
function menuAnchor(row: HTMLElement): HTMLElement {
  const button = row.querySelector('[data-row-menu]');
  return button instanceof HTMLElement ? button : row;
}

/**
 * The key handler of a table or of a grid of cards.
 * @param actionOf what a key asks for: `rowAction`, or `gridAction` with the columns bound
 * @param elementAt the element of a row of this page, by its position
 */
export function useListKeys<Row>(
  props: ListProps<Row>,
  currentIndex: number,
  actionOf: (key: string, index: number, count: number, isMulti: boolean) => RowAction | null,
  elementAt: (index: number) => HTMLElement | null | undefined,
): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, rowKey, selection } = props;
  const isPageAsked = useRef(false);

  const focusCurrent = useEffectEvent(() => elementAt(Math.max(0, currentIndex))?.focus());
  // A page turned from the keyboard takes the focused row away; without this the next key would go to the page.
  useEffect(() => {
    if (!isPageAsked.current || rows.length === 0) return;
    isPageAsked.current = false;
    focusCurrent();
  }, [rows]);

  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || ownsKey(event.target, event.key)) return;
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
        isPageAsked.current = true;
        (action.kind === 'previousPage' ? props.onPreviousPage : props.onNextPage)?.();
        return;
      case 'open':
        props.onOpen(row);
        return;
      case 'toggle':
        if (selection?.canSelect(row) === true) selection.onToggle(row);
        return;
      case 'menu':
        if (element != null) props.onMenu?.(row, menuAnchor(element));
    }
  };
}
