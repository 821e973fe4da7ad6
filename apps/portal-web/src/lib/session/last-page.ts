/** Page to return to after signing in (P 2). Only paths of this portal are kept: nobody can be led elsewhere through it. */

const KEY = 'varco.last-page';
/** P 2: pages that are never remembered. */
const NOT_STORED: ReadonlySet<string> = new Set([
  '',
  '/',
  '/home',
  '/login',
  '/logout',
  '/password-change',
  '/forgot-password',
  '/reset-password',
  '/first-access',
  '/check-email',
]);

const isOurs = (path: string): boolean => /^\/[a-z0-9][a-z0-9/-]*$/.test(path);

/** Remembers a path (without its query: that may hold what must not be stored). */
export function rememberPage(path: string): void {
  if (isOurs(path) && !NOT_STORED.has(path)) sessionStorage.setItem(KEY, path);
}

/** The remembered page, or the transit search. */
export function returnPage(): string {
  const path = sessionStorage.getItem(KEY) ?? '';
  return isOurs(path) ? path : '/lpr';
}
