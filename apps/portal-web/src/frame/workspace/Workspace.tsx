import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { type ReactElement, useEffect } from 'react';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { takePlate } from '../../lib/search-codec.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import {
  closeWorkspaceTab,
  openWorkspaceTab,
  reopenWorkspaceTab,
  selectWorkspaceTab,
  useTabs,
} from '../../lib/workspace/tabs.store.ts';
import { newListSpec, type Tab } from '../../lib/workspace/tabs.ts';
import { TabStrip, type WorkTab } from '../../widgets/shell/TabStrip.tsx';
import { CrashScreen } from '../pages/CrashScreen.tsx';
import { TabScreen } from './tab-screens.tsx';
import styles from './Workspace.module.css';

const PANEL_ID = 'workspace-panel';

/** T 2.9: open work as tabs; the selected one is drawn, the others keep what they know. */
export function Workspace(): ReactElement {
  const t = useT();
  const { tabs, selectedId } = useTabs();
  usePlateFromAddress();
  const selected = tabs.find((tab) => tab.id === selectedId) ?? tabs[0];
  const openList = (): void => {
    openWorkspaceTab(newListSpec({ tabs, selectedId }));
  };
  useTabShortcuts(tabs, selectedId, openList);
  const titles: readonly WorkTab[] = tabs.map((tab) => {
    const name = tab.kind === 'transit-list' ? t('shell:tabs.list') : t('shell:tabs.detail', { plate: tab.plate });
    return {
      id: tab.id,
      icon: tab.kind === 'transit-list' ? 'list' : 'document',
      title: name,
      name,
      isCloseable: true,
    };
  });
  return (
    <>
      <TabStrip
        tabs={titles}
        activeId={selectedId}
        panelId={PANEL_ID}
        onSelect={selectWorkspaceTab}
        onClose={closeWorkspaceTab}
        onNew={openList}
      />
      <div className={styles.panel} id={PANEL_ID} role="tabpanel" aria-labelledby={`tab-${selectedId}`}>
        {selected !== undefined && (
          <ErrorBoundary key={selected.id} fallback={(retry) => <CrashScreen onRetry={retry} />} onError={logCrash}>
            <TabScreen tab={selected} />
          </ErrorBoundary>
        )}
      </div>
    </>
  );
}

/** `G` then 1 to 9, X or N (design, keyboard map); Alt Shift T brings back what was closed by mistake. */
function useTabShortcuts(tabs: readonly Tab[], selectedId: string, openList: () => void): void {
  useShortcuts({
    'g 1..9': (event) => {
      const tab = tabs[Number(event.code.slice('Digit'.length)) - 1];
      if (tab !== undefined) selectWorkspaceTab(tab.id);
    },
    'g x': () => closeWorkspaceTab(selectedId),
    'g n': openList,
    'g z': reopenWorkspaceTab,
  });
}

/** SRCH-04: `?plate=` is taken once and leaves the address at once: plates never stay in the history. */
function usePlateFromAddress(): void {
  useEffect(() => {
    const found = takePlate(location.search);
    if (found === null) return;
    history.replaceState(history.state, '', `${location.pathname}${found.rest}`);
    openWorkspaceTab({ kind: 'transit-list', plate: found.plate });
  }, []);
}
