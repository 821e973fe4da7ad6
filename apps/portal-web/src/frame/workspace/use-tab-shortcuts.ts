import { useShortcuts } from '../../lib/shortcuts.ts';
import {
  closeWorkspaceTab,
  moveWorkspaceTab,
  openWorkspaceTab,
  reopenWorkspaceTab,
  selectAdjacentTab,
  selectWorkspaceTab,
} from '../../lib/workspace/tabs.store.ts';
import { buildNewListSpec, type TabsState } from '../../lib/workspace/tabs.ts';

/** Shortcuts of the workspace (design, keyboard map). Those with Alt also work while typing; no browser reserves them. */
export function useTabShortcuts(state: TabsState): void {
  const { tabs, selectedId } = state;
  const at = tabs.findIndex((tab) => tab.id === selectedId);
  useShortcuts({
    'g 1..9': (event) => {
      const tab = tabs[Number(event.code.slice('Digit'.length)) - 1];
      if (tab !== undefined) selectWorkspaceTab(tab.id);
    },
    'Alt+PageDown': () => selectAdjacentTab(1),
    'Alt+PageUp': () => selectAdjacentTab(-1),
    'Alt+Shift+PageDown': () => moveWorkspaceTab(selectedId, at + 1),
    'Alt+Shift+PageUp': () => moveWorkspaceTab(selectedId, at - 1),
    'g x': () => closeWorkspaceTab(selectedId),
    'g n': () => openWorkspaceTab(buildNewListSpec(state)),
    'g z': reopenWorkspaceTab,
  });
}
