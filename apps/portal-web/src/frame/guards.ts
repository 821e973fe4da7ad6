import { notFound, redirect } from '@tanstack/react-router';
import { showPopup } from '../lib/notices/popup.store.ts';
import { ensureRestored } from '../lib/session/session-module.ts';
import { storeRequestedPage, storeLastPage } from '../lib/session/last-page.ts';
import { currentSession } from '../lib/session/session-store.ts';
import { findRedirect, isRefusedPage } from './guard-rules.ts';
import { isStoredAsLast, findPage } from './page-table.ts';

/**
 * Guard of every page: restores a stored session first, then checks the page table (P 2, readings ). Throws
 * the redirect, or not-found for an unknown address.
 * @param isAhead true when the router only preloads the page on hover: nothing is remembered then
 * @param search query of the address, for links that are opened before the sign-in
 */
export async function guardPage(pathname: string, isAhead: boolean, search = ''): Promise<void> {
  const page = findPage(pathname);
  if (page === undefined) {
    notFound({ throw: true });
    return;
  }
  const outcome = page.guard === 'public' ? null : await ensureRestored();
  const { user } = currentSession();
  const target = findRedirect(page.guard, user, pathname);
  if (target !== null) {
    // UIE-08: a signed-in user is told why the page does not open.
    if (!isAhead && isRefusedPage(page.guard, user)) showPopup({ isForbidden: true });
    if (user === null && !isAhead && isStoredAsLast(pathname)) storeRequestedPage(pathname, search);
    redirect({ to: user === null && outcome === 'rejected' ? '/logout' : target, throw: true });
  }
  if (page.leadsTo !== undefined) redirect({ to: page.leadsTo, throw: true });
  if (user !== null && !isAhead && isStoredAsLast(pathname)) storeLastPage(pathname);
}
