import { afterEach, beforeEach, vi } from 'vitest';
import { clearSession, useSession } from '../src/lib/session/session-store.ts';
import { dropDatabase } from '../src/lib/storage/idb.ts';
import { createPortalUser } from './portal-user.ts';

/** The user of `signInForEachTest`. */
export const LOCAL_USER = createPortalUser({
  uuid: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81',
  username: 'rossi@pl.example',
});

/** Signs `LOCAL_USER` in before each test of a file; afterwards nothing is left in the browser's database. */
export function signInForEachTest(): void {
  beforeEach(() => useSession.setState({ status: 'signed-in', user: LOCAL_USER }));
  afterEach(async () => {
    vi.useRealTimers();
    clearSession('signed-out');
    await dropDatabase();
  });
}
