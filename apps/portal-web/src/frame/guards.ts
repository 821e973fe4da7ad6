import { notFound, redirect } from '@tanstack/react-router';
import { ensureRestored } from '../lib/session/session-part.ts';
import { rememberAskedPage, rememberPage } from '../lib/session/last-page.ts';
import { currentSession } from '../lib/session/session-store.ts';
import { sentTo } from './guard-rules.ts';
import { isStoredAsLast, pageOf } from './page-table.ts';

/**
 * The door of every page: looks for a stored session first, then asks the table (P 2, readings ). Throws the redirect, or
 * not-found for an address of no page.
 * @param isAhead the router only loads the page ahead, because a pointer rests on a link to it: nobody has been there, nothing is remembered
 */
export async function enterPage(pathname: string, isAhead: boolean): Promise<void> {
  const page = pageOf(pathname);
  if (page === undefined) {
    notFound({ throw: true });
    return;
  }
  const outcome = page.guard === 'public' ? null : await ensureRestored();
  const { user } = currentSession();
  const target = sentTo(page.guard, user, pathname);
  if (target !== null) {
    if (user === null && !isAhead && isStoredAsLast(pathname)) rememberAskedPage(pathname);
    redirect({ to: user === null && outcome === 'rejected' ? '/logout' : target, throw: true });
  }
  if (page.leadsTo !== undefined) redirect({ to: page.leadsTo, throw: true });
  if (user !== null && !isAhead && isStoredAsLast(pathname)) rememberPage(pathname);
}
