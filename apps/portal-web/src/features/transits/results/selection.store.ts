import { create } from 'zustand';
import { useSession } from '../../../lib/session/session-store.ts';
import { useTabs } from '../../../lib/workspace/tabs.store.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

/** Where a print of many stands. `unprinted`: transits per plant that got no file the last time. */
export interface MultiPrint {
  readonly isRunning: boolean;
  readonly unprinted: ReadonlyMap<number, readonly string[]>;
}

export const NOT_PRINTING: MultiPrint = { isRunning: false, unprinted: new Map() };

interface OfTab {
  /** Filter the ticked rows were found with; another filter has none ticked (T 4.1). */
  readonly filterKey: string;
  readonly selection: Selection;
  readonly print: MultiPrint;
}

/** Multi-selection of every open list. */
export const useSelections = create<{ readonly tabs: ReadonlyMap<string, OfTab> }>(() => ({ tabs: new Map() }));

/** The selection of a list as it stands for the filter now shown. */
export function ofTab(tabs: ReadonlyMap<string, OfTab>, tabId: string, filterKey: string): OfTab {
  const found = tabs.get(tabId);
  if (found?.filterKey === filterKey) return found;
  return { filterKey, selection: NOTHING_SELECTED, print: NOT_PRINTING };
}

/** Changes what is ticked in a list. A print that failed is another one's then. */
export function changeSelection(tabId: string, filterKey: string, change: (selection: Selection) => Selection): void {
  useSelections.setState(({ tabs }) => {
    const { selection, print } = ofTab(tabs, tabId, filterKey);
    const kept = print.isRunning ? print : NOT_PRINTING;
    return { tabs: new Map(tabs).set(tabId, { filterKey, selection: change(selection), print: kept }) };
  });
}

/** The close action, or a tab that is gone. */
export function endSelection(tabId: string): void {
  useSelections.setState(({ tabs }) => ({ tabs: new Map([...tabs].filter(([id]) => id !== tabId)) }));
}

/** Notes where printing stands; nothing when the selection was closed meanwhile. */
export function notePrinting(tabId: string, print: MultiPrint): void {
  useSelections.setState(({ tabs }) => {
    const found = tabs.get(tabId);
    return found === undefined ? { tabs } : { tabs: new Map(tabs).set(tabId, { ...found, print }) };
  });
}

// What is ticked goes with its list: gone when the tab can no longer be reopened, and when the person leaves.
useTabs.subscribe(({ tabs, closed }) => {
  const isKept = (id: string): boolean => [...tabs, ...closed].some((tab) => tab.id === id);
  for (const id of useSelections.getState().tabs.keys()) if (!isKept(id)) endSelection(id);
});
useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useSelections.setState({ tabs: new Map() });
});
