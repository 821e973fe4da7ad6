import { useEffect, useRef } from 'react';
import { findRowElement } from './row-element.ts';
import type { ListRow } from './search-view.ts';

/** Enter in the plate box hands the focus to the rows that it asks for, until the user types on. */
let isHandedOver = false;

export const handFocusToRows = (): void => {
  isHandedOver = true;
};
export const keepFocusInPlateBox = (): void => {
  isHandedOver = false;
};

/** The user asked for the newest rows: the next result gives the focus to its first row, wherever the focus is. */
let isFirstRowRequested = false;
export const handFocusToFirstRow = (): void => {
  isFirstRowRequested = true;
};

/** The focus is nowhere, or in the plate box that Enter was pressed in. */
function isFocusFree(active: Element | null): boolean {
  if (active === null || active === document.body) return true;
  return isHandedOver && active instanceof HTMLInputElement && active.closest('[data-plate-box]') !== null;
}

/**
 * Gives the focus to the first row of a result when it arrives, unless the user has moved it elsewhere meanwhile. While
 * further plants respond it stays with the first row, until the user does something.
 * @param startedAt instant of the search that found the row
 * @param isFrozen the user has begun to work in the rows
 */
export function useFirstRowFocus(
  first: ListRow | undefined,
  startedAt: string | null,
  isSearching: boolean,
  isFrozen: boolean,
): void {
  const shown = useRef(startedAt);
  const followed = useRef<string | null>(null);
  const isOver = useRef(false);
  const key = first?.key;
  useEffect(() => {
    if (key === undefined) return;
    const isOtherSearch = shown.current !== startedAt;
    shown.current = startedAt;
    if (isOtherSearch && isFirstRowRequested) {
      isFirstRowRequested = false;
      findRowElement(key)?.focus();
      return;
    }
    if (isOver.current) return;
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
  }, [key, startedAt, isSearching, isFrozen]);
}

/** Moves the focus to the current row, or to the first; false: there are no rows. */
export function focusRows(): boolean {
  const row = document.querySelector<HTMLElement>(
    '#results [id^="lpr-row-"][tabindex="0"], #results [id^="lpr-grid-"][tabindex="0"]',
  );
  row?.focus();
  return row !== null;
}
