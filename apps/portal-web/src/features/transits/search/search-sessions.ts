import { useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session/session-store.ts';
import { useTabs } from '../../../lib/workspace/tabs.store.ts';
import { type ThrottledState, throttleState } from './throttled-state.ts';
import { searchPorts } from './search-ports.ts';
import { SearchSession } from './search-session.ts';
import type { SearchState } from './search-state.ts';

/** One search session per list tab. It continues while another tab is shown and ends when its tab is closed. */
const sessions = new Map<string, SearchSession>();

/** The session of a list tab, created on first use. */
export function getSearchSession(tabId: string): SearchSession {
  const known = sessions.get(tabId);
  if (known !== undefined) return known;
  const session = new SearchSession(searchPorts);
  sessions.set(tabId, session);
  return session;
}

/** Stops all searches and discards their results at sign-out, so that the next user starts with nothing. */
function stopAllSearches(): void {
  for (const session of sessions.values()) session.dispose();
  sessions.clear();
}

useTabs.subscribe(({ tabs, closed }) => {
  for (const [tabId, session] of sessions) {
    // A closed tab can be reopened for a while; its search is retained until then.
    if (tabs.some((tab) => tab.id === tabId) || closed.some((tab) => tab.id === tabId)) continue;
    session.dispose();
    sessions.delete(tabId);
  }
});

const throttledStates = new WeakMap<SearchSession, ThrottledState>();

function getThrottledState(session: SearchSession): ThrottledState {
  const known = throttledStates.get(session);
  if (known !== undefined) return known;
  const made = throttleState(session);
  throttledStates.set(session, made);
  return made;
}

/** Subscribes to the state of a tab's search. Responses that arrive together cause one redraw. */
export function useSearchState(session: SearchSession): SearchState {
  const { subscribe, getState } = getThrottledState(session);
  return useSyncExternalStore(subscribe, getState);
}

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') stopAllSearches();
});
