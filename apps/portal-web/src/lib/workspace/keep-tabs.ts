import { create } from 'zustand';
import { nowMs } from '../clock.ts';
import { useSession } from '../session/session-store.ts';
import { useVault } from '../session/vault-store.ts';
import { sealedValue } from '../storage/sealed-value.ts';
import { KeptTabs, keptTab, NO_KEPT_TABS, windowOf, withWindow } from './kept-tabs.ts';
import { adoptWorkspaceTab, useTabs } from './tabs.store.ts';
import { windowId } from './window-id.ts';

const place = sealedValue('tabs', KeptTabs);

/** Id of the user whose tabs are open; null until they were restored. */
export const useKeptTabs = create<{ readonly owner: string | null }>(() => ({ owner: null }));

const isOwner = (owner: string): boolean => useSession.getState().user?.uuid === owner;

async function restore(owner: string): Promise<void> {
  const kept = (await place.load()) ?? NO_KEPT_TABS;
  if (!isOwner(owner)) return;
  const before = windowOf(kept, windowId(), nowMs());
  if (before !== null) useTabs.setState(before, true);
  useKeptTabs.setState({ owner });
}

/** Reopens the tab named by a link (readings TA61). False: the user has no such tab, or it is older than 24 hours. */
export async function openLinkedTab(id: string): Promise<boolean> {
  const tab = keptTab((await place.load()) ?? NO_KEPT_TABS, id);
  if (tab !== null) adoptWorkspaceTab(tab);
  return tab !== null;
}

/** Writes the tabs of this window, one window at a time: each reads what the previous one has written. */
function write(owner: string): Promise<void> {
  return navigator.locks.request('varco-tabs', async () => {
    const kept = (await place.load()) ?? NO_KEPT_TABS;
    if (useKeptTabs.getState().owner !== owner || !isOwner(owner)) return;
    place.save(withWindow(kept, windowId(), useTabs.getState(), nowMs()));
    await place.written();
  });
}

/** Creates a writer that coalesces changes made while a write is running. */
function writer(): (owner: string) => void {
  let isWriting = false;
  let isStale = false;
  const run = async (owner: string): Promise<void> => {
    isWriting = true;
    do {
      isStale = false;
      await write(owner);
    } while (isStale);
    isWriting = false;
  };
  return (owner) => {
    if (isWriting) isStale = true;
    else void run(owner);
  };
}

/** Stores the tabs of the signed-in user, sealed and for 24 hours. Call once; returns the function that stops it. */
export function keepTabs(): () => void {
  const save = writer();
  const stopSession = useSession.subscribe(({ status, user }, before) => {
    if (status === 'signed-in' && user !== null && user.uuid !== before.user?.uuid) void restore(user.uuid);
  });
  // Sign-out closes the vault and deletes the stored data, so nothing may be written after that.
  const stopVault = useVault.subscribe(({ status }) => {
    if (status === 'closed') useKeptTabs.setState({ owner: null });
  });
  const stopTabs = useTabs.subscribe(() => {
    const { owner } = useKeptTabs.getState();
    if (owner !== null) save(owner);
  });
  return () => {
    stopSession();
    stopVault();
    stopTabs();
  };
}
