import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { parseSearch, stringifySearch, takePlate } from '../../lib/search-codec.ts';
import { cleanPlateText } from '../../widgets/plate/plate-text.ts';
import { openLinkedTab } from '../../lib/workspace/keep-tabs.ts';
import { openWorkspaceTab, selectWorkspaceTab, useTabs } from '../../lib/workspace/tabs.store.ts';
import type { TabsState } from '../../lib/workspace/tabs.ts';
import { WORK } from '../guard-rules.ts';

/** A workspace with nothing in it needs no name: the page itself is its address. */
const addressOf = ({ tabs, selectedId }: TabsState): string | null => {
  const [only] = tabs;
  const isBare = tabs.length === 1 && only?.kind === 'transit-list' && only.filter === undefined;
  return isBare ? null : selectedId;
};

function writeAddress(search: Readonly<Record<string, string>>, tab: string | null): void {
  const next = stringifySearch(tab === null ? search : { ...search, tab });
  if (next !== location.search) history.replaceState(history.state, '', `${location.pathname}${next}`);
}

/**
 * readings TA61: the address names the selected tab, and a link to a tab reopens it. SRCH-04: `?plate=` is taken once and leaves the address
 * at once: plates never stay in the history.
 */
export function useTabAddress(): void {
  const router = useRouter();
  const [linked] = useState(() => parseSearch(location.search)['tab'] ?? null);
  useEffect(() => {
    const asked = takePlate(location.search);
    if (asked !== null)
      openWorkspaceTab({ kind: 'transit-list', filter: { plate: cleanPlateText(asked.plate) }, runs: true });
    else if (linked !== null) void showLinked(linked);
  }, [linked]);
  useEffect(() => {
    nameSelected(useTabs.getState());
    // Told by the store and not by a drawing: a new address makes the browser look at every element again, which costs nothing as long as
    // the tab is not in the document yet.
    const stopTabs = useTabs.subscribe(nameSelected);
    // Who leaves and comes back before the other page was there finds the same workspace, under an address without its tab.
    const stopPages = router.subscribe('onResolved', () => nameSelected(useTabs.getState()));
    return () => {
      stopTabs();
      stopPages();
    };
  }, [router]);
}

function nameSelected(state: TabsState): void {
  // Another page may be under way, and its address is not ours.
  if (location.pathname !== WORK) return;
  const { tab: _, plate: __, targa: ___, ...others } = parseSearch(location.search);
  writeAddress(others, addressOf(state));
}

async function showLinked(id: string): Promise<void> {
  if (useTabs.getState().tabs.some((tab) => tab.id === id)) selectWorkspaceTab(id);
  else await openLinkedTab(id);
}
