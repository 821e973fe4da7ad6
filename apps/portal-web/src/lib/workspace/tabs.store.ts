import { create } from 'zustand';
import {
  closeTab,
  INITIAL_TABS,
  openTab,
  reopenTab,
  replaceTab,
  selectTab,
  type TabSpec,
  type TabsState,
} from './tabs.ts';

/**
 * Open tabs of this browser window. Features open tabs here instead of importing each other;
 * `app/` maps a kind to its screen. Plates of tabs live in memory only, never in the address.
 */
export const useTabs = create<TabsState>()(() => INITIAL_TABS);

/** Opens a tab and selects it; a detail that is already open is only selected. Returns its id. */
export function openWorkspaceTab(spec: TabSpec): string {
  useTabs.setState((state) => openTab(state, spec));
  return useTabs.getState().selectedId;
}

export const closeWorkspaceTab = (id: string): void => useTabs.setState((state) => closeTab(state, id));

export const selectWorkspaceTab = (id: string): void => useTabs.setState((state) => selectTab(state, id));

/** Brings back the tab closed last; nothing happens without one. */
export const reopenWorkspaceTab = (): void => useTabs.setState(reopenTab);

/** Signing out forgets every tab. */
export const resetWorkspace = (): void => useTabs.setState(INITIAL_TABS, true);

/** Shows something else in a tab without moving it. */
export const replaceWorkspaceTab = (id: string, spec: TabSpec): void =>
  useTabs.setState((state) => replaceTab(state, id, spec));
