import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { useTabsOwner } from '../../lib/workspace/store-tabs.ts';
import { openPalette } from '../../lib/workspace/screen-overlay.store.ts';
import {
  closeWorkspaceTab,
  moveWorkspaceTab,
  openWorkspaceTab,
  reopenWorkspaceTab,
  selectWorkspaceTab,
  useTabs,
} from '../../lib/workspace/tabs.store.ts';
import type { Tab } from '../../lib/workspace/tab-spec.ts';
import { buildNewListSpec, type TabsState } from '../../lib/workspace/tabs.ts';
import { TabStrip, type WorkTab } from '../../widgets/shell/TabStrip.tsx';
import { CrashScreen } from '../pages/CrashScreen.tsx';
import { RetainedTab } from './RetainedTab.tsx';
import { TabScreen } from './tab-screens.tsx';
import { TAB_ICONS, getTabHint, getTabTitle } from './tab-titles.ts';
import { useTabAddress } from './use-tab-address.ts';
import { useTabShortcuts } from './use-tab-shortcuts.ts';
import styles from './Workspace.module.css';

const PANEL_ID = 'workspace-panel';

/** T 2.9: open tabs, drawn once the tabs of before a reload are restored. */
export function Workspace(): ReactElement | null {
  const isReady = useTabsOwner((stored) => stored.owner !== null);
  return isReady ? <OpenWorkspace /> : null;
}

/** Draws the selected tab. Recent tabs keep their DOM; older ones keep only their state. */
function OpenWorkspace(): ReactElement {
  const t = useT();
  const state = useTabs();
  const { tabs, selectedId } = state;
  useTabAddress();
  useTabShortcuts(state);
  const stored = useRecentTabs(selectedId);
  const lastClosed = useJustClosedTab(state);
  const titles: readonly WorkTab[] = tabs.map((tab) => {
    const title = getTabTitle(t, tab);
    const hint = getTabHint(tab);
    const name = hint === '' ? title : `${title} · ${hint}`;
    return { id: tab.id, icon: TAB_ICONS[tab.kind], title, name, isCloseable: true };
  });
  return (
    <>
      <TabStrip
        tabs={titles}
        activeId={selectedId}
        panelId={PANEL_ID}
        onSelect={selectWorkspaceTab}
        onClose={closeWorkspaceTab}
        onMove={moveWorkspaceTab}
        onNew={() => openWorkspaceTab(buildNewListSpec(state))}
        onAll={openPalette}
        undo={lastClosed === null ? null : { title: getTabTitle(t, lastClosed), onUndo: reopenWorkspaceTab }}
      />
      <div className={styles.panel} id={PANEL_ID} role="tabpanel" aria-labelledby={`tab-${selectedId}`}>
        {tabs
          .filter((tab) => stored.includes(tab.id))
          .map((tab) => (
            <RetainedTab key={tab.id} isShown={tab.id === selectedId}>
              <ErrorBoundary fallback={(retry) => <CrashScreen onRetry={retry} />} onError={logCrash}>
                <TabScreen tab={tab} />
              </ErrorBoundary>
            </RetainedTab>
          ))}
      </div>
    </>
  );
}

/** Users switch between a few tabs; each retained tab holds several thousand elements. */
const MAX_RETAINED_TABS = 4;

/** Ids of the most recently selected tabs, the selected one first. */
function useRecentTabs(selectedId: string): readonly string[] {
  const [recent, setRecent] = useState<readonly string[]>([selectedId]);
  if (recent[0] === selectedId) return recent;
  const next = [selectedId, ...recent.filter((id) => id !== selectedId)].slice(0, MAX_RETAINED_TABS);
  setRecent(next);
  return next;
}

/** How long the undo notice is shown; the shortcut can reopen the tab later too. */
const UNDO_NOTICE_MS = 8_000;

/** The tab that was just closed, while its undo notice is shown. */
function useJustClosedTab({ closed }: TabsState): Tab | null {
  const newest = closed.at(-1) ?? null;
  const [seen, setSeen] = useState(newest);
  useEffect(() => {
    if (newest === seen) return undefined;
    const timer = setTimeout(() => setSeen(newest), UNDO_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [newest, seen]);
  return newest === seen ? null : newest;
}
