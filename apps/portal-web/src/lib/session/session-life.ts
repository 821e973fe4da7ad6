import { clearEndedSession } from './portal-session.ts';
import { followOtherTabs, renewAhead } from './refresh-session.ts';
import { forgetSession, useSession } from './session-store.ts';

/** How often it is looked whether the token nears its end; the refresh itself is at most once a minute. */
const LOOK_MS = 30_000;

/**
 * Keeps the session alive and, when the server, another tab or a failed restore ends it, clears what is kept and calls `onEnded`
 * (the app goes to /logout, P 4). Call once; returns the end of it.
 */
export function keepSession(onEnded: () => void): () => void {
  const stopFollowing = followOtherTabs(() => forgetSession('ended'));
  const stopWatching = useSession.subscribe((session, before) => {
    if (session.status === 'ended' && before.status !== 'ended') void clearEndedSession().then(onEnded);
  });
  const timer = setInterval(() => void renewAhead(), LOOK_MS);
  return () => {
    clearInterval(timer);
    stopWatching();
    stopFollowing();
  };
}
