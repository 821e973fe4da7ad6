import { bringTexts } from '../texts.ts';
import type { RestoreOutcome } from './portal-session.ts';
import { currentSession, forgetSession } from './session-store.ts';
import { restorableSession } from './stored-session.ts';

/**
 * The part of the program that signs in, restores and ends sessions, with the vault, the calls and their schemas (ADR 0036). Who only looks at
 * the sign-in page does not wait for it: it is loaded when it is wanted first, or ahead of time while somebody types.
 */
let part: ReturnType<typeof loadPart> | null = null;
let tellEnded: () => void = () => undefined;

/** What to do when a session has ended by itself. Call once, first of all. */
export function whenSessionEnds(onEnded: () => void): void {
  tellEnded = onEnded;
}

/** Signing in and out. Rejects when the code cannot be loaded; the next call tries again. */
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

/** Looks for a stored session once per page; later callers get the same answer. */
export function ensureRestored(): Promise<RestoreOutcome> {
  if (currentSession().status === 'signed-in') return Promise.resolve('restored');
  restored ??= restore();
  return restored.finally(() => {
    // A portal that could not be reached is asked again at the next navigation.
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
