import { useEffect, useRef } from 'react';
import { findRowElement } from './use-list-place.ts';
import type { ListRow } from './search-view.ts';

/** Enter in the plate box hands the focus to the rows that it asks for, until the user types on. */
let isHandedOver = false;

export const handFocusToRows = (): void => {
  isHandedOver = true;
};
export const keepFocusInPlateBox = (): void => {
  isHandedOver = false;
};

/** The focus is nowhere, or in the plate box that Enter was pressed in. */
function isFocusFree(active: Element | null): boolean {
  if (active === null || active === document.body) return true;
  return isHandedOver && active instanceof HTMLInputElement && active.closest('[data-plate-box]') !== null;
}

/**
 * Gives the focus to the first row of a result when it arrives, unless the user has moved it elsewhere meanwhile. While
 * further plants respond it stays with the first row, until the user does something.
 * @param isFrozen the user has begun to work in the rows
 */
export function useFirstRowFocus(first: ListRow | undefined, isSearching: boolean, isFrozen: boolean): void {
  const followed = useRef<string | null>(null);
  const isOver = useRef(false);
  const key = first?.key;
  useEffect(() => {
    if (key === undefined || isOver.current) return;
    const { activeElement } = document;
    const isOurs = followed.current !== null && activeElement === findRowElement(followed.current);
    if (isFrozen || !(isOurs || isFocusFree(activeElement))) {
      isOver.current = true;
      return;
    }
    findRowElement(key)?.focus({ preventScroll: true });
    followed.current = key;
    isHandedOver = false;
    isOver.current = !isSearching;
  }, [key, isSearching, isFrozen]);
}

/** Moves the focus to the current row, or to the first; false: there are no rows. */
export function focusRows(): boolean {
  const row = document.querySelector<HTMLElement>(
    '#results [id^="lpr-row-"][tabindex="0"], #results [id^="lpr-grid-"][tabindex="0"]',
  );
  row?.focus();
  return row !== null;
}
