import { usePreferences } from '../preferences/preferences.store.ts';

/** Pages to return to (P 2). Only paths of this portal are stored, so that they cannot redirect to another site. */

/** Page requested before sign-in; stored for this tab only. */
const ASKED = 'varco.asked-page';

/** P 2: pages that are never stored as the last visited one. */
export const ALSO_NEVER_STORED: ReadonlySet<string> = new Set([
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

const isOurs = (path: string): boolean => /^\/[a-z0-9][a-z0-9/-]*$/.test(path) && !ALSO_NEVER_STORED.has(path);

/** Stores the page that led to the sign-in. */
export function rememberAskedPage(path: string): void {
  if (isOurs(path)) sessionStorage.setItem(ASKED, path);
}

/** Stores a path as the last visited page, without its query, which may contain data that must not be stored. */
export function rememberPage(path: string): void {
  if (isOurs(path)) usePreferences.setState({ lastPage: path });
}

/** Destination after sign-in (readings A-10): the requested page, once; else the last visited one; else the transit search. */
export function takeReturnPage(): string {
  const asked = sessionStorage.getItem(ASKED) ?? '';
  sessionStorage.removeItem(ASKED);
  const last = usePreferences.getState().lastPage ?? '';
  return [asked, last].find(isOurs) ?? '/lpr';
}
