import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadKnownCases, useKnownCases, moveCaseToFront } from '../../../lib/case/known-cases.ts';
import { setReason, useReason } from '../../../lib/case/reason.ts';
import { clearSession, useSession } from '../../../lib/session/session-store.ts';
import { dropDatabase, idbGet } from '../../../lib/storage/idb.ts';
import {
  clearRecentSearches,
  loadRecentSearches,
  rememberSearch,
  useRecentSearches,
  addSearch,
} from './recent-searches.ts';

const USER = '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81';
const user = { id: 1, uuid: USER, username: 'rossi@pl.example' } as NonNullable<
  ReturnType<typeof useSession.getState>['user']
>;
const signIn = (sessionId = 's1'): void => useSession.setState({ status: 'signed-in', user, sessionId });
const clearReason = { code: '', text: '', case: '' };

/** Simulates a reload: memory is cleared, the disk stays. */
function simulateReload(sessionId?: string): void {
  useSession.setState({ status: 'unknown', user: null, sessionId: null });
  useReason.setState(clearReason);
  signIn(sessionId);
}
const readFromDisk = async (name: string): Promise<string> => {
  const record = (await idbGet('sealed', `${USER}/${name}`)) as { readonly ct: Uint8Array } | undefined;
  return record === undefined ? '' : new TextDecoder('latin1').decode(record.ct);
};
/** Waits for the asynchronous write and returns the stored text. */
const waitUntilWritten = async (name: string): Promise<string> => {
  await expect.poll(() => readFromDisk(name)).not.toBe('');
  return readFromDisk(name);
};

beforeEach(() => signIn());
afterEach(async () => {
  useReason.setState(clearReason);
  clearSession('signed-out');
  await dropDatabase();
});

test('CONST-04 recent searches come back for their case after a reload, and are not readable on the disk', async () => {
  await loadRecentSearches();
  setReason({ code: 'pg', text: 'Verifica dei passaggi', case: '1482/2026' });
  rememberSearch('GK508RB');
  rememberSearch('');
  setReason({ case: '7/2026' });
  rememberSearch('AB123CD');
  expect(await waitUntilWritten('recent-searches')).not.toMatch(/GK508RB|AB123CD|1482/);
  await expect.poll(async () => (await idbGet('sealed', `${USER}/recent-searches`)) !== undefined).toBe(true);
  simulateReload();
  expect(useRecentSearches.getState().cases).toEqual([]);
  await loadRecentSearches();
  expect(useRecentSearches.getState().cases).toEqual([
    { case: '7/2026', plates: ['AB123CD'] },
    { case: '1482/2026', plates: ['GK508RB'] },
  ]);
  clearRecentSearches('7/2026');
  expect(useRecentSearches.getState().cases.map((one) => one.case)).toEqual(['1482/2026']);
});

test('a plate searched again becomes the newest; eight plates per case and twenty cases are stored', () => {
  let cases = addSearch([], 'A', 'P0');
  for (let i = 1; i < 10; i += 1) cases = addSearch(cases, 'A', `P${i}`);
  cases = addSearch(cases, 'A', 'P5');
  expect(cases[0]?.plates).toEqual(['P5', 'P9', 'P8', 'P7', 'P6', 'P4', 'P3', 'P2']);
  for (let i = 0; i < 25; i += 1) cases = addSearch(cases, `C${i}`, 'P');
  expect(cases).toHaveLength(20);
});

test('CONST-04 the case in hand is in hand again after a reload of the same session, never after another sign-in', async () => {
  await loadKnownCases();
  setReason({ code: 'pg', text: 'Verifica dei passaggi', case: '1482/2026' });
  expect(await waitUntilWritten('cases')).not.toMatch(/Verifica|1482/);
  simulateReload();
  // Whoever asks second waits for the same load: a call that begins meanwhile must not miss the reason.
  void loadKnownCases();
  await loadKnownCases();
  expect(useReason.getState()).toMatchObject({ code: 'pg', text: 'Verifica dei passaggi', case: '1482/2026' });
  simulateReload('another session');
  await loadKnownCases();
  expect(useReason.getState()).toMatchObject(clearReason);
  expect(useKnownCases.getState().cases).toEqual([{ code: 'pg', text: 'Verifica dei passaggi', case: '1482/2026' }]);
});

test('one number is one case with its newest reason; without a number the reason tells them apart', () => {
  const one = { code: 'pg', text: 'Verifica dei passaggi', case: '1/2026' };
  const cases = [one, { ...one, code: 'rub' }, { ...one, case: '' }, { ...one, code: 'rub', case: '' }].reduce<
    ReturnType<typeof moveCaseToFront>
  >(moveCaseToFront, []);
  expect(cases.map(({ code, case: number }) => `${code} ${number}`)).toEqual(['rub ', 'pg ', 'rub 1/2026']);
});
