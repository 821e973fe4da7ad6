const STORAGE_KEY = 'varco.window';

/** Id of this browser window, retained over a reload. It contains no user data. */
export function getWindowId(): string {
  // Some unit tests use the workspace outside of a browser.
  if (typeof sessionStorage === 'undefined') return 't';
  const known = sessionStorage.getItem(STORAGE_KEY) ?? '';
  if (/^[a-z0-9]{8}-$/.test(known)) return known;
  const made = `${crypto.randomUUID().slice(0, 8)}-`;
  sessionStorage.setItem(STORAGE_KEY, made);
  return made;
}
