import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPortalUser } from '../../../test/portal-user.ts';
import { storeRequestedPage, storeLastPage, takeReturnPage } from '../session/last-page.ts';
import { clearSession, useSession } from '../session/session-store.ts';
import { syncPreferencesWithUser, setDarkMode, setMenuCollapsed, usePreferences } from './preferences.store.ts';

const START = usePreferences.getInitialState();
let stopPreferences: () => void;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  usePreferences.setState(START);
  stopPreferences = syncPreferencesWithUser();
});
afterEach(() => {
  stopPreferences();
  clearSession('signed-out');
});

const getUserUuid = (name: string): string => `00000000-0000-4000-8000-00000000000${name.length}`;
function signInAs(name: string): void {
  const user = createPortalUser({ uuid: getUserUuid(name), username: name, fullname: name });
  useSession.setState({ status: 'signed-in', user });
}

test('UI-01 UI-02 UI-03 UI-04 the five settings and the language are kept for each user of the browser', () => {
  const specified = ['darkMode', 'filtersOpen', 'lastPage', 'menuCollapsed', 'showNews', 'showOffline'];
  const ours = ['histogramOpen', 'language', 'plantGrouping', 'resultColumns', 'resultView', 'singleKeys'];
  expect(Object.keys(usePreferences.getState()).toSorted()).toEqual([...specified, ...ours].toSorted());
  signInAs('anna');
  setMenuCollapsed(false);
  setDarkMode(true);
  usePreferences.setState({ showNews: false, showOffline: false, singleKeys: false });
  storeLastPage('/map');
  const annas = usePreferences.getState();
  clearSession('signed-out');
  signInAs('bruno');
  // A new user starts with the browser's settings, but not with another user's page.
  expect(usePreferences.getState()).toEqual({ ...annas, lastPage: null });
  setDarkMode(false);
  usePreferences.setState({ showOffline: true });
  clearSession('signed-out');
  signInAs('anna');
  expect(usePreferences.getState()).toEqual(annas);
  expect(JSON.parse(localStorage.getItem('varco.preferences') ?? '{}')).toMatchObject({ state: annas });
});

test('UI-01 only valid parts of manipulated storage are used', () => {
  const place = `varco.preferences.${getUserUuid('anna')}`;
  localStorage.setItem(
    place,
    '{"darkMode":"yes","menuCollapsed":false,"lastPage":7,"language":"fr","singleKeys":0,"admin":true}',
  );
  signInAs('anna');
  expect(usePreferences.getState()).toEqual({ ...START, menuCollapsed: false });
  clearSession('signed-out');
  localStorage.setItem(place, '{');
  signInAs('anna');
  expect(usePreferences.getState().language).toBe('it');
});

test('GUARD-04 ROUTE-46 ROUTE-47 the requested page comes first, once; then the last visited one; then the transit search', () => {
  expect(takeReturnPage()).toBe('/lpr');
  storeLastPage('/map');
  for (const path of ['', '/', '/home', '/login', '/logout', '/password-change', '/forgot-password', '/check-email'])
    storeLastPage(path);
  expect(usePreferences.getState().lastPage).toBe('/map');
  storeRequestedPage('/lpr', '?transit=7-ab12&tab=w1-2&plate=AB123CD&f_targa=AB123CD');
  expect(takeReturnPage()).toBe('/lpr?tab=w1-2&transit=7-ab12');
  storeRequestedPage('/suspects', '');
  expect(takeReturnPage()).toBe('/suspects');
  expect(takeReturnPage()).toBe('/map');
});

test.each([
  '//evil.example/x',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/lpr?plate=GK508RB',
  '/a/../..//evil',
])('GUARD-04 no open redirect through the remembered page: %s', (path) => {
  storeRequestedPage(path, '');
  storeLastPage(path);
  expect(takeReturnPage()).toBe('/lpr');
  sessionStorage.setItem('varco.asked-page', path);
  usePreferences.setState({ lastPage: path });
  expect(takeReturnPage()).toBe('/lpr');
});
