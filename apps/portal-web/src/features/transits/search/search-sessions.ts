import { useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session/session-store.ts';
import { useTabs } from '../../../lib/workspace/tabs.store.ts';
import { type PacedState, pacedState } from './paced-state.ts';
import { searchPorts } from './search-ports.ts';
import { SearchSession } from './search-session.ts';
import type { SearchState } from './search-state.ts';

/** One search per list tab; it goes on while another tab is shown and ends when its tab is closed. */
const sessions = new Map<string, SearchSession>();

/** The session of a list tab, made at its first use. */
export function searchSessionOf(tabId: string): SearchSession {
  const known = sessions.get(tabId);
  if (known !== undefined) return known;
  const session = new SearchSession(searchPorts);
  sessions.set(tabId, session);
  return session;
}

/** Signing out: every running search is stopped and everything received is let go; the next person starts with nothing. */
function endAllSearches(): void {
  for (const session of sessions.values()) session.dispose();
  sessions.clear();
}

useTabs.subscribe(({ tabs, closed }) => {
  for (const [tabId, session] of sessions) {
    // A tab closed by mistake can come back for a while: its search is kept as long as the tab can be reopened.
    if (tabs.some((tab) => tab.id === tabId) || closed.some((tab) => tab.id === tabId)) continue;
    session.dispose();
    sessions.delete(tabId);
  }
});

const paced = new WeakMap<SearchSession, PacedState>();

function pacedStateOf(session: SearchSession): PacedState {
  const known = paced.get(session);
  if (known !== undefined) return known;
  const made = pacedState(session);
  paced.set(session, made);
  return made;
}

/** State of a tab's search; redraws when it changes, and for plants that answer together once. */
export function useSearchState(session: SearchSession): SearchState {
  const { subscribe, getState } = pacedStateOf(session);
  return useSyncExternalStore(subscribe, getState);
}

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') endAllSearches();
});
