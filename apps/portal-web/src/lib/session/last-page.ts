import { usePreferences } from '../preferences/preferences.store.ts';

/** Pages to return to (P 2). Only paths of this portal are stored, so that they cannot redirect to another site. */

/** Page requested before sign-in; stored for this tab only. */
const REQUESTED_PAGE_KEY = 'varco.asked-page';

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
  // Shows nothing without the window that opened it.
  '/second-screen',
]);

const isPortalPath = (path: string): boolean => /^\/[a-z0-9][a-z0-9/-]*$/.test(path) && !ALSO_NEVER_STORED.has(path);

/** Parameters of a link that survive the sign-in: ids that name nobody. Everything else may contain data of a person. */
const LINK_PARAMETERS = ['tab', 'transit', 'plant', 'alert'];
const isLinkValue = (value: string | null): value is string => value !== null && /^[\w-]{1,80}$/.test(value);

function keepLinkParameters(search: string): string {
  const asked = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of LINK_PARAMETERS) {
    const value = asked.get(name);
    if (isLinkValue(value)) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept.toString()}`;
}

/** Stores the page that led to the sign-in, with what a link names by id. */
export function storeRequestedPage(path: string, search: string): void {
  if (isPortalPath(path)) sessionStorage.setItem(REQUESTED_PAGE_KEY, `${path}${keepLinkParameters(search)}`);
}

/** Stores a path as the last visited page, without its query, which may contain data that must not be stored. */
export function storeLastPage(path: string): void {
  if (isPortalPath(path)) usePreferences.setState({ lastPage: path });
}

/** Destination after sign-in (readings A-10): the requested page, once; else the last visited one; else the transit search. */
export function takeReturnPage(): string {
  const requested = sessionStorage.getItem(REQUESTED_PAGE_KEY) ?? '';
  sessionStorage.removeItem(REQUESTED_PAGE_KEY);
  const [path = '', search = ''] = requested.split('?');
  if (isPortalPath(path)) return `${path}${keepLinkParameters(search)}`;
  const last = usePreferences.getState().lastPage ?? '';
  return isPortalPath(last) ? last : '/lpr';
}
