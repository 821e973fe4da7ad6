import { create } from 'zustand';
import { useSession } from '../../../lib/session/session-store.ts';
import { useTabs } from '../../../lib/workspace/tabs.store.ts';
import type { LiveFilter } from './refresh-interval.ts';

interface ListFilters {
  readonly byTab: ReadonlyMap<string, LiveFilter>;
}

/**
 * The edited filter of each list tab, searched or not, so that it survives a switch to another tab. Plates in it stay
 * in memory.
 */
export const useListFilters = create<ListFilters>(() => ({ byTab: new Map() }));

export const setListFilter = (tabId: string, live: LiveFilter): void =>
  useListFilters.setState(({ byTab }) => ({ byTab: new Map(byTab).set(tabId, live) }));

useTabs.subscribe(({ tabs, closed }) => {
  const { byTab } = useListFilters.getState();
  // A closed tab can be reopened for a while, so its filter is retained until then.
  const known = new Set([...tabs, ...closed].map((tab) => tab.id));
  const stored = [...byTab].filter(([tabId]) => known.has(tabId));
  if (stored.length < byTab.size) useListFilters.setState({ byTab: new Map(stored) });
});

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useListFilters.setState({ byTab: new Map() });
});
