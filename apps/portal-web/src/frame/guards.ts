import { redirect } from '@tanstack/react-router';
import { ensureRestored } from '../lib/session/boot.ts';
import { rememberPage, returnPage } from '../lib/session/last-page.ts';
import { currentSession } from '../lib/session/session-store.ts';

/** P 2, readings B-01, B-02: restore, sign-in, first access, forced change, in this order. */
export async function requireReadyUser(pathname: string): Promise<void> {
  const outcome = await ensureRestored();
  const { user } = currentSession();
  if (user === null) {
    rememberPage(pathname);
    redirect({ to: outcome === 'rejected' ? '/logout' : '/login', throw: true });
    return;
  }
  if (user.first_access) redirect({ to: '/first-access', throw: true });
  if (user.must_change) redirect({ to: '/password-change', throw: true });
  rememberPage(pathname);
}

/** Opening /login while signed in leads into the product (readings A-10). */
export async function redirectSignedIn(): Promise<void> {
  await ensureRestored();
  if (currentSession().user !== null) redirect({ to: returnPage(), throw: true });
}

/** A page that only one kind of user has; others go where they belong. */
export async function requireUserWith(flag: 'first_access' | 'must_change'): Promise<void> {
  await ensureRestored();
  const { user } = currentSession();
  if (user === null) redirect({ to: '/login', throw: true });
  else if (!user[flag]) redirect({ to: '/lpr', throw: true });
}
