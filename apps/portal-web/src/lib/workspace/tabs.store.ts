import { create } from 'zustand';
import type { Tab, TabSpec } from './tab-spec.ts';
import {
  adoptTab,
  closeTab,
  moveTab,
  openTab,
  reopenTab,
  replaceTab,
  selectAdjacent,
  selectTab,
  createTabs,
  type TabsState,
} from './tabs.ts';
import { getWindowId } from './window-id.ts';

/**
 * Open tabs of this browser window. Features open tabs here instead of importing each other; `frame/` maps a kind to
 * its screen. Plates of tabs exist only in memory and in the encrypted store, never in the address.
 */
export const useTabs = create<TabsState>()(() => createTabs(getWindowId()));

/** Opens a tab and selects it; a detail that is already open is only selected. Returns its id. */
export function openWorkspaceTab(spec: TabSpec): string {
  useTabs.setState((state) => openTab(state, spec));
  return useTabs.getState().selectedId;
}

export const closeWorkspaceTab = (id: string): void => useTabs.setState((state) => closeTab(state, id));

export const selectWorkspaceTab = (id: string): void => useTabs.setState((state) => selectTab(state, id));

/** Selects the next tab (1) or the one before (-1). */
export const selectAdjacentTab = (step: number): void => useTabs.setState((state) => selectAdjacent(state, step));

export const moveWorkspaceTab = (id: string, index: number): void =>
  useTabs.setState((state) => moveTab(state, id, index));

/** Reopens the tab closed last, if any. */
export const reopenWorkspaceTab = (): void => useTabs.setState(reopenTab);

/** Opens a stored tab under its own id. */
export const adoptWorkspaceTab = (tab: Tab): void => useTabs.setState((state) => adoptTab(state, tab));

/** Closes every tab at sign-out. */
export const resetWorkspace = (): void => useTabs.setState(createTabs(getWindowId()), true);

/** Replaces the content of a tab without moving it. */
export const replaceWorkspaceTab = (id: string, spec: TabSpec): void =>
  useTabs.setState((state) => replaceTab(state, id, spec));

/** Stores the filter a list tab has searched with, for use after a reload and as the start of a new list (TAB-06). */
export function recordListSearch(id: string, filter: Readonly<Record<string, unknown>>): void {
  const tab = useTabs.getState().tabs.find((one) => one.id === id);
  if (tab?.kind === 'transit-list')
    replaceWorkspaceTab(id, { kind: 'transit-list', filter: { ...filter }, runs: true });
}
