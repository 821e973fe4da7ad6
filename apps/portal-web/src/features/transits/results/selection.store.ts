import { create } from 'zustand';
import { useSession } from '../../../lib/session/session-store.ts';
import { useTabs } from '../../../lib/workspace/tabs.store.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

/** State of a multi-print. `unprinted`: transits by plant for which the last print produced no file. */
export interface MultiPrint {
  readonly isRunning: boolean;
  readonly unprinted: ReadonlyMap<number, readonly string[]>;
}

export const NOT_PRINTING: MultiPrint = { isRunning: false, unprinted: new Map() };

interface TabSelection {
  /** Key of the filter the selected rows were found with; another filter starts with an empty selection (T 4.1). */
  readonly filterKey: string;
  readonly selection: Selection;
  readonly print: MultiPrint;
}

/** Multi-selection of every open list. */
export const useSelections = create<{ readonly tabs: ReadonlyMap<string, TabSelection> }>(() => ({ tabs: new Map() }));

/** The selection of a list, or an empty one when it belongs to another filter. */
export function getTabSelection(
  tabs: ReadonlyMap<string, TabSelection>,
  tabId: string,
  filterKey: string,
): TabSelection {
  const found = tabs.get(tabId);
  if (found?.filterKey === filterKey) return found;
  return { filterKey, selection: NOTHING_SELECTED, print: NOT_PRINTING };
}

/** Changes the selection of a list and discards the failures of its previous print. */
export function changeSelection(tabId: string, filterKey: string, change: (selection: Selection) => Selection): void {
  useSelections.setState(({ tabs }) => {
    const { selection, print } = getTabSelection(tabs, tabId, filterKey);
    const stored = print.isRunning ? print : NOT_PRINTING;
    return { tabs: new Map(tabs).set(tabId, { filterKey, selection: change(selection), print: stored }) };
  });
}

/** Ends the multi-selection of a list, by the close action or because its tab is gone. */
export function endSelection(tabId: string): void {
  useSelections.setState(({ tabs }) => ({ tabs: new Map([...tabs].filter(([id]) => id !== tabId)) }));
}

/** Records the state of a print; ignored when the selection was closed meanwhile. */
export function recordPrintState(tabId: string, print: MultiPrint): void {
  useSelections.setState(({ tabs }) => {
    const found = tabs.get(tabId);
    return found === undefined ? { tabs } : { tabs: new Map(tabs).set(tabId, { ...found, print }) };
  });
}

// Drops the selection of a list when its tab can no longer be reopened or the user signs out.
useTabs.subscribe(({ tabs, closed }) => {
  const isStored = (id: string): boolean => [...tabs, ...closed].some((tab) => tab.id === id);
  for (const id of useSelections.getState().tabs.keys()) if (!isStored(id)) endSelection(id);
});
useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useSelections.setState({ tabs: new Map() });
});
