import { create } from 'zustand';
import { nowMs } from '../clock.ts';
import { useSession } from '../session/session-store.ts';
import { useVault } from '../session/vault-store.ts';
import { sealedValue } from '../storage/sealed-value.ts';
import { KeptTabs, keptTab, NO_KEPT_TABS, windowOf, withWindow } from './kept-tabs.ts';
import { adoptWorkspaceTab, useTabs } from './tabs.store.ts';
import { windowId } from './window-id.ts';

const place = sealedValue('tabs', KeptTabs);

/** Whose tabs are open; null until they have been looked for. */
export const useKeptTabs = create<{ readonly owner: string | null }>(() => ({ owner: null }));

const isOwner = (owner: string): boolean => useSession.getState().user?.uuid === owner;

async function restore(owner: string): Promise<void> {
  const kept = (await place.load()) ?? NO_KEPT_TABS;
  if (!isOwner(owner)) return;
  const before = windowOf(kept, windowId(), nowMs());
  if (before !== null) useTabs.setState(before, true);
  useKeptTabs.setState({ owner });
}

/** Reopens the tab a link names (readings TA61). False: this person has no such tab, or it is older than 24 hours. */
export async function openLinkedTab(id: string): Promise<boolean> {
  const tab = keptTab((await place.load()) ?? NO_KEPT_TABS, id);
  if (tab !== null) adoptWorkspaceTab(tab);
  return tab !== null;
}

/** One window after the other: each reads what the one before has written. */
function write(owner: string): Promise<void> {
  return navigator.locks.request('varco-tabs', async () => {
    const kept = (await place.load()) ?? NO_KEPT_TABS;
    if (useKeptTabs.getState().owner !== owner || !isOwner(owner)) return;
    place.save(withWindow(kept, windowId(), useTabs.getState(), nowMs()));
    await place.written();
  });
}

/** Writes after changes; those that come while it writes are written together. */
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

/** Keeps the tabs of whoever is signed in, sealed and for 24 hours. Call once; returns the end of it. */
export function keepTabs(): () => void {
  const save = writer();
  const stopSession = useSession.subscribe(({ status, user }, before) => {
    if (status === 'signed-in' && user !== null && user.uuid !== before.user?.uuid) void restore(user.uuid);
  });
  // Signing out closes the vault and removes what this browser keeps: nothing may be written after that.
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
