import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { parseSearch, stringifySearch, extractPlate } from '../../lib/search-codec.ts';
import { cleanPlateText } from '../../widgets/plate/plate-text.ts';
import { openLinkedTab } from '../../lib/workspace/store-tabs.ts';
import { openWorkspaceTab, selectWorkspaceTab, useTabs } from '../../lib/workspace/tabs.store.ts';
import type { TabsState } from '../../lib/workspace/tabs.ts';
import { SEARCH_PATH } from '../guard-rules.ts';

/** Address of the workspace; null for an empty workspace, which uses the address of the page itself. */
const buildWorkspaceAddress = ({ tabs, selectedId }: TabsState): string | null => {
  const [only] = tabs;
  const isBare = tabs.length === 1 && only?.kind === 'transit-list' && only.filter === undefined;
  return isBare ? null : selectedId;
};

function writeAddress(search: Readonly<Record<string, string>>, tab: string | null): void {
  const next = stringifySearch(tab === null ? search : { ...search, tab });
  if (next !== location.search) history.replaceState(history.state, '', `${location.pathname}${next}`);
}

/**
 * readings TA61: the address contains the selected tab, and a link to a tab reopens it. SRCH-04: `?plate=` is read once
 * and removed from the address at once, because plates must not stay in the history.
 */
export function useTabAddress(): void {
  const router = useRouter();
  const [linked] = useState(() => parseSearch(location.search)['tab'] ?? null);
  useEffect(() => {
    const requested = extractPlate(location.search);
    if (requested !== null)
      openWorkspaceTab({ kind: 'transit-list', filter: { plate: cleanPlateText(requested.plate) }, runs: true });
    else if (linked !== null) void openTabOfAddress(linked);
  }, [linked]);
  useEffect(() => {
    writeSelectedTab(useTabs.getState());
    // Subscribes to the store instead of using an effect: a new address makes the browser restyle every element, which
    // is cheap while the tab is not in the document yet.
    const stopTabs = useTabs.subscribe(writeSelectedTab);
    // After leaving and returning before the other page was loaded, the address lacks the tab and must be written
    // again.
    const stopPages = router.subscribe('onResolved', () => writeSelectedTab(useTabs.getState()));
    return () => {
      stopTabs();
      stopPages();
    };
  }, [router]);
}

function writeSelectedTab(state: TabsState): void {
  // Another page may be loading; its address must not be changed.
  if (location.pathname !== SEARCH_PATH) return;
  const { tab: _, plate: __, targa: ___, ...others } = parseSearch(location.search);
  writeAddress(others, buildWorkspaceAddress(state));
}

async function openTabOfAddress(id: string): Promise<void> {
  if (useTabs.getState().tabs.some((tab) => tab.id === id)) selectWorkspaceTab(id);
  else await openLinkedTab(id);
}
