import { useState } from 'react';
import { type ShortcutMap, useShortcuts } from '../../../lib/shortcuts.ts';
import { type ActionContext, subjectOf } from '../../../lib/transit-actions/transit-action.ts';
import { type ActionItem, useTransitActions } from '../../../lib/transit-actions/use-transit-actions.ts';
import type { ListRow } from '../search-view.ts';
import type { ListSelection } from './use-selection.ts';

/** Which row is current, which menu is open, and what can be done there. */
export interface RowWork {
  readonly currentKey: string | null;
  readonly setCurrent: (key: string) => void;
  readonly menu: { readonly anchor: HTMLElement; readonly items: readonly ActionItem[] } | null;
  /** Opens the menu of a row at an element, or closes it when it is open there. */
  readonly toggleMenu: (row: ListRow, anchor: HTMLElement) => void;
  readonly closeMenu: () => void;
}

/** Current row and row menu of a list; the keys of the actions work on the current row (design, keyboard map). */
export function useRowWork(props: {
  tabId: string;
  rows: readonly ListRow[];
  selection: ListSelection;
  onOpen: (row: ListRow) => void;
}): RowWork {
  const { tabId, rows, selection } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [open, setOpen] = useState<{ row: ListRow; anchor: HTMLElement } | null>(null);
  const contextOf = (row: ListRow | undefined): ActionContext => ({
    place: 'list',
    tabId,
    selectMany: selection.start,
    ...(row === undefined ? {} : { openDetail: () => props.onOpen(row) }),
  });
  const current = rows.find((row) => row.key === currentKey);
  useActionKeys(useTransitActions(subject(current), contextOf(current)), open === null);
  const items = useTransitActions(subject(open?.row), contextOf(open?.row));
  return {
    currentKey,
    setCurrent,
    menu: open === null ? null : { anchor: open.anchor, items },
    toggleMenu: (row, anchor) => setOpen((before) => (before?.row.key === row.key ? null : { row, anchor })),
    closeMenu: () => setOpen(null),
  };
}

const subject = (row: ListRow | undefined) => (row === undefined ? null : subjectOf(row.peerId, row.transit));

/** S, M, C, V, B, X, P: the actions on the current row without its menu. */
function useActionKeys(items: readonly ActionItem[], isActive: boolean): void {
  const map: ShortcutMap = Object.fromEntries(
    items
      .filter(({ keyName, disabledReason }) => keyName?.length === 1 && disabledReason === null)
      .map(({ keyName = '', onSelect }) => [keyName.toLowerCase(), onSelect]),
  );
  useShortcuts(map, isActive);
}
