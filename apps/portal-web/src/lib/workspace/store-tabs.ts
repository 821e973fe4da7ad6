import { create } from 'zustand';
import { nowMs } from '../clock.ts';
import { useSession } from '../session/session-store.ts';
import { useVault } from '../session/vault-store.ts';
import { createSealedValue } from '../storage/sealed-value.ts';
import { StoredTabs, findStoredTab, NO_STORED_TABS, findWindow, updateWindow } from './stored-tabs.ts';
import { adoptWorkspaceTab, useTabs } from './tabs.store.ts';
import { getWindowId } from './window-id.ts';

const storedTabs = createSealedValue('tabs', StoredTabs);

/** Id of the user whose tabs are open; null until they were restored. */
export const useTabsOwner = create<{ readonly owner: string | null }>(() => ({ owner: null }));

const isOwner = (owner: string): boolean => useSession.getState().user?.uuid === owner;

async function restoreTabs(owner: string): Promise<void> {
  const stored = (await storedTabs.load()) ?? NO_STORED_TABS;
  if (!isOwner(owner)) return;
  const before = findWindow(stored, getWindowId(), nowMs());
  if (before !== null) useTabs.setState(before, true);
  useTabsOwner.setState({ owner });
}

/** Reopens the tab named by a link (readings TA61). False: the user has no such tab, or it is older than 24 hours. */
export async function openLinkedTab(id: string): Promise<boolean> {
  const tab = findStoredTab((await storedTabs.load()) ?? NO_STORED_TABS, id);
  if (tab !== null) adoptWorkspaceTab(tab);
  return tab !== null;
}

/** Writes the tabs of this window, one window at a time: each reads what the previous one has written. */
function writeTabs(owner: string): Promise<void> {
  return navigator.locks.request('varco-tabs', async () => {
    const stored = (await storedTabs.load()) ?? NO_STORED_TABS;
    if (useTabsOwner.getState().owner !== owner || !isOwner(owner)) return;
    storedTabs.save(updateWindow(stored, getWindowId(), useTabs.getState(), nowMs()));
    await storedTabs.written();
  });
}

/** Creates a writer that coalesces changes made while a write is running. */
function createWriter(): (owner: string) => void {
  let isWriting = false;
  let isStale = false;
  const run = async (owner: string): Promise<void> => {
    isWriting = true;
    do {
      isStale = false;
      await writeTabs(owner);
    } while (isStale);
    isWriting = false;
  };
  return (owner) => {
    if (isWriting) isStale = true;
    else void run(owner);
  };
}

/** Stores the tabs of the signed-in user, sealed and for 24 hours. Call once; returns the function that stops it. */
export function startStoringTabs(): () => void {
  const save = createWriter();
  const stopSession = useSession.subscribe(({ status, user }, before) => {
    if (status === 'signed-in' && user !== null && user.uuid !== before.user?.uuid) void restoreTabs(user.uuid);
  });
  // Sign-out closes the vault and deletes the stored data, so nothing may be written after that.
  const stopVault = useVault.subscribe(({ status }) => {
    if (status === 'closed') useTabsOwner.setState({ owner: null });
  });
  const stopTabs = useTabs.subscribe(() => {
    const { owner } = useTabsOwner.getState();
    if (owner !== null) save(owner);
  });
  return () => {
    stopSession();
    stopVault();
    stopTabs();
  };
}
