import { useSyncExternalStore } from 'react';
import { useSession } from '../../lib/session/session-store.ts';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { searchPorts } from './search-ports.ts';
import { SearchSession, type SearchState } from './search-session.ts';

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

/** State of a tab's search; redraws when it changes. */
export function useSearchState(session: SearchSession): SearchState {
  return useSyncExternalStore(session.subscribe, session.getState);
}

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') endAllSearches();
});
