import { z } from 'zod';
import { Tab } from './tab-spec.ts';
import { createTabs, type TabsState } from './tabs.ts';

/** How long a stored tab can be reopened (P 9: list state is stored for 24 hours). */
const STORED_TABS_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_TABS = 300;
const MAX_WINDOWS = 20;

/**
 * Stored tabs of all windows of a user: the tabs themselves, so that a link reopens one in any window, and for each
 * window its open tabs in order. Times in milliseconds since 1970.
 */
export const StoredTabs = z.object({
  tabs: z.array(z.object({ tab: Tab, at: z.number() })),
  windows: z.record(
    z.string(),
    z.object({ ids: z.array(z.string()), selectedId: z.string(), nextNumber: z.int().min(1), at: z.number() }),
  ),
});
export type StoredTabs = z.infer<typeof StoredTabs>;

export const NO_STORED_TABS: StoredTabs = { tabs: [], windows: {} };

/** Updates the stored tabs with the current ones of one window; drops tabs older than 24 hours or beyond the maximum. */
export function updateWindow(stored: StoredTabs, windowId: string, state: TabsState, nowMs: number): StoredTabs {
  const ids = state.tabs.map((tab) => tab.id);
  const others = stored.tabs.filter(({ tab, at }) => !ids.includes(tab.id) && at > nowMs - STORED_TABS_LIFETIME_MS);
  const windows = Object.entries(stored.windows).filter(
    ([id, { at }]) => id !== windowId && at > nowMs - STORED_TABS_LIFETIME_MS,
  );
  const newest = windows.toSorted(([, a], [, b]) => b.at - a.at).slice(0, MAX_WINDOWS - 1);
  const { selectedId, nextNumber } = state;
  return {
    tabs: [...others, ...state.tabs.map((tab) => ({ tab, at: nowMs }))].slice(-MAX_TABS),
    windows: { ...Object.fromEntries(newest), [windowId]: { ids, selectedId, nextNumber, at: nowMs } },
  };
}

/** The stored workspace of a window, or null. */
export function findWindow(stored: StoredTabs, windowId: string, nowMs: number): TabsState | null {
  const found = stored.windows[windowId];
  if (found === undefined || found.at <= nowMs - STORED_TABS_LIFETIME_MS) return null;
  const tabs = found.ids.flatMap((id) => findStoredTab(stored, id) ?? []);
  if (tabs.length === 0) return null;
  const selectedId = tabs.find((tab) => tab.id === found.selectedId)?.id ?? tabs.at(-1)?.id ?? '';
  return { ...createTabs(windowId), tabs, selectedId, nextNumber: found.nextNumber };
}

/** A stored tab by id, open in any window or closed since, or null. */
export const findStoredTab = (stored: StoredTabs, id: string): Tab | null =>
  stored.tabs.find(({ tab }) => tab.id === id)?.tab ?? null;
