import { useEffect, useState } from 'react';
import { useIsOnSecondScreen } from '../../../lib/second-screen/second-screen.store.ts';
import { useSetCurrentTransit } from '../../../lib/transit-actions/current-transit.store.ts';
import { type ActionContext, toSubject } from '../../../lib/transit-actions/transit-action.ts';
import { useActionKeys } from '../../../lib/transit-actions/use-action-keys.ts';
import { type ActionItem, useTransitActions } from '../../../lib/transit-actions/use-transit-actions.ts';
import type { ListRow } from '../search/search-view.ts';
import { findRowElement } from '../search/row-element.ts';
import type { ListSelection } from './use-selection.ts';

/** Current row, open row menu, and the actions on them. */
export interface RowActions {
  readonly currentKey: string | null;
  readonly setCurrent: (key: string) => void;
  readonly menu: { readonly anchor: HTMLElement; readonly items: readonly ActionItem[] } | null;
  /** Opens the menu of a row at an element, or closes it when it is already open there. */
  readonly toggleMenu: (row: ListRow, anchor: HTMLElement) => void;
  readonly closeMenu: () => void;
}

/** Current row and row menu of a list. The action keys apply to the current row (design, keyboard map). */
export function useRowActions(props: {
  tabId: string;
  rows: readonly ListRow[];
  selection: ListSelection;
  /** Row whose detail is open beside the list; null: none. */
  openKey: string | null;
  onOpen: (row: ListRow) => void;
}): RowActions {
  const { tabId, rows, selection } = props;
  const [currentKey, setCurrent] = useCurrentRow(props.openKey);
  const [open, setOpen] = useState<{ row: ListRow; anchor: HTMLElement } | null>(null);
  const contextOf = (row: ListRow | undefined): ActionContext => ({
    place: 'list',
    tabId,
    selectMany: selection.start,
    ...(row === undefined ? {} : { openDetail: () => props.onOpen(row) }),
  });
  const current = rows.find((row) => row.key === currentKey);
  // An open detail beside the list binds the same keys to its own transit; one on the second screen has its own window.
  const isElsewhere = useIsOnSecondScreen();
  useActionKeys(
    useTransitActions(toActionSubject(current), contextOf(current)),
    open === null && (props.openKey === null || isElsewhere),
  );
  useSetCurrentTransit(toActionSubject(current), tabId);
  const items = useTransitActions(toActionSubject(open?.row), contextOf(open?.row));
  return {
    currentKey,
    setCurrent,
    menu: open === null ? null : { anchor: open.anchor, items },
    toggleMenu: (row, anchor) => setOpen((before) => (before?.row.key === row.key ? null : { row, anchor })),
    closeMenu: () => setOpen(null),
  };
}

const toActionSubject = (row: ListRow | undefined) => (row === undefined ? null : toSubject(row.peerId, row.transit));

/** Key of the current row. Previous and next in the detail beside the list move it and scroll it into view. */
function useCurrentRow(openKey: string | null): [string | null, (key: string) => void] {
  const [current, setCurrent] = useState<string | null>(openKey);
  const [lastOpen, setLastOpen] = useState(openKey);
  if (openKey !== lastOpen) {
    setLastOpen(openKey);
    if (openKey !== null) setCurrent(openKey);
  }
  useEffect(() => {
    const row = openKey === null ? null : findRowElement(openKey);
    row?.scrollIntoView({ block: 'nearest' });
    // Moves the focus along when it was in the rows, even in a row of the previous page; a focus elsewhere is not
    // moved.
    const { activeElement } = document;
    if (activeElement === document.body || /^lpr-(row|grid)-/.test(activeElement?.id ?? ''))
      row?.focus({ preventScroll: true });
  }, [openKey]);
  return [current, setCurrent];
}
