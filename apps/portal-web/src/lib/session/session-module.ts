import { loadMessages } from '../messages.ts';
import type { RestoreOutcome } from './portal-session.ts';
import { currentSession, clearSession } from './session-store.ts';
import { findRestorableSession } from './stored-session.ts';

/**
 * The lazily loaded module that signs in, restores and ends sessions, with vault, calls and schemas (ADR 0014). The
 * sign-in page is drawn without it; it is loaded on first use, or ahead of time while the user types.
 */
let loadedModule: ReturnType<typeof importSessionModule> | null = null;
let onSessionEnded: () => void = () => undefined;

/** Sets the callback for sessions that end by themselves. Call once, at start. */
export function setSessionEndedHandler(onEnded: () => void): void {
  onSessionEnded = onEnded;
}

/** Loads the session module. Rejects when the code cannot be loaded; the next call tries again. */
export function loadSessionModule(): ReturnType<typeof importSessionModule> {
  loadedModule ??= importSessionModule().catch((error: unknown) => {
    loadedModule = null;
    throw error;
  });
  return loadedModule;
}

async function importSessionModule() {
  const [{ installSessions: startSessions }] = await Promise.all([import('./boot.ts'), loadMessages('screens')]);
  return startSessions(() => onSessionEnded());
}

let restoreResult: Promise<RestoreOutcome> | null = null;

/** Restores a stored session once per page; later callers get the same result. */
export function ensureRestored(): Promise<RestoreOutcome> {
  if (currentSession().status === 'signed-in') return Promise.resolve('restored');
  restoreResult ??= restoreOnce();
  return restoreResult.finally(() => {
    // If the portal was unreachable, the next navigation tries again.
    restoreResult = null;
  });
}

async function restoreOnce(): Promise<RestoreOutcome> {
  if ((await findRestorableSession()) === null) {
    clearSession('signed-out');
    return 'none';
  }
  return (await loadSessionModule()).restoreSession();
}
