import { isSecondScreen } from '../second-screen/second-window.ts';

const STORAGE_KEY = 'varco.window';
/** A second screen begins with a copy of the storage of its opener, whose tabs are not its own. */
const SECOND_STORAGE_KEY = 'varco.second-window';

/** Id of this browser window, retained over a reload. It contains no user data. */
export function getWindowId(): string {
  // Some unit tests use the workspace outside of a browser.
  if (typeof sessionStorage === 'undefined') return 't';
  const key = isSecondScreen() ? SECOND_STORAGE_KEY : STORAGE_KEY;
  const known = sessionStorage.getItem(key) ?? '';
  if (/^[a-z0-9]{8}-$/.test(known)) return known;
  const made = `${crypto.randomUUID().slice(0, 8)}-`;
  sessionStorage.setItem(key, made);
  return made;
}
