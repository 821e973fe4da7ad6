import { bringTexts } from '../texts.ts';
import type { RestoreOutcome } from './portal-session.ts';
import { currentSession, forgetSession } from './session-store.ts';
import { restorableSession } from './stored-session.ts';

/**
 * The lazily loaded module that signs in, restores and ends sessions, with vault, calls and schemas (ADR 0036). The
 * sign-in page is drawn without it; it is loaded on first use, or ahead of time while the user types.
 */
let part: ReturnType<typeof loadPart> | null = null;
let tellEnded: () => void = () => undefined;

/** Sets the callback for sessions that end by themselves. Call once, at start. */
export function whenSessionEnds(onEnded: () => void): void {
  tellEnded = onEnded;
}

/** Loads the session module. Rejects when the code cannot be loaded; the next call tries again. */
export function sessionPart(): ReturnType<typeof loadPart> {
  part ??= loadPart().catch((error: unknown) => {
    part = null;
    throw error;
  });
  return part;
}

async function loadPart() {
  const [{ startSessions }] = await Promise.all([import('./boot.ts'), bringTexts('screens')]);
  return startSessions(() => tellEnded());
}

let restored: Promise<RestoreOutcome> | null = null;

/** Restores a stored session once per page; later callers get the same result. */
export function ensureRestored(): Promise<RestoreOutcome> {
  if (currentSession().status === 'signed-in') return Promise.resolve('restored');
  restored ??= restore();
  return restored.finally(() => {
    // If the portal was unreachable, the next navigation tries again.
    restored = null;
  });
}

async function restore(): Promise<RestoreOutcome> {
  if ((await restorableSession()) === null) {
    forgetSession('signed-out');
    return 'none';
  }
  return (await sessionPart()).restoreSession();
}
