import { clearEndedSession } from './portal-session.ts';
import { followOtherTabs, renewAheadOfExpiry } from './refresh-session.ts';
import { clearSession, useSession } from './session-store.ts';

/** Interval of the token expiry check; the refresh itself happens at most once a minute. */
const EXPIRY_CHECK_INTERVAL_MS = 30_000;

/**
 * Keeps the session alive. When the server, another tab or a failed restore ends it, clears the stored data and calls
 * `onEnded` (the app goes to /logout, P 4). Call once; returns the function that stops it.
 */
export function keepSessionAlive(onEnded: () => void): () => void {
  const stopFollowing = followOtherTabs(() => clearSession('ended'));
  const stopWatching = useSession.subscribe((session, before) => {
    if (session.status === 'ended' && before.status !== 'ended') void clearEndedSession().then(onEnded);
  });
  const timer = setInterval(() => void renewAheadOfExpiry(), EXPIRY_CHECK_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    stopWatching();
    stopFollowing();
  };
}
