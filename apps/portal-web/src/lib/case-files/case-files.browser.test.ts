import { sealCaseFiles } from '@varco/vault/case-files.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn, signOut } from '../session/portal-session.ts';
import { changePassword } from '../session/change-password.ts';
import { useSession } from '../session/session-store.ts';
import { useVault } from '../session/vault-store.ts';
import { addSearch, findCaseFile, followPlate } from './case-file.ts';
import { changeCaseFiles, loadCaseFiles, refreshCaseFiles, useCaseFiles } from './case-files.store.ts';

const PASSWORD = 'Corretto cavallo 9 pilà';
const NEW_PASSWORD = 'Nuova strada 44 sul mare';
const CASE = '9051/2026';
const AT = '2026-11-20T13:00:00.000Z';

async function callTestPortal(lever: string, body: unknown = {}): Promise<void> {
  await fetch(`/test-portal/${lever}`, { method: 'POST', body: JSON.stringify(body) });
}
const readStored = async (): Promise<{ caseFiles: { rev: number; sealed: string | null }; bodies: string[] }> =>
  (await fetch('/test-portal/state')).json();
const signInWith = (password = PASSWORD) => signIn({ username: 'rossi@pl.example', password, isRemembered: false });
const follow = (plate: string) => changeCaseFiles(followPlate(CASE, { plate, note: '', added: AT }));
const readPlates = () =>
  findCaseFile(useCaseFiles.getState().files, CASE)
    .plates.map(({ plate }) => plate)
    .toSorted();
/** As another browser of the same person would find them. */
async function reload(): Promise<void> {
  useCaseFiles.setState(useCaseFiles.getInitialState());
  await loadCaseFiles();
}

beforeEach(async () => {
  await callTestPortal('reset');
  localStorage.clear();
  await signInWith();
});
afterEach(async () => {
  await signOut();
});

test('what is saved is found in another browser and after a change of password; the portal reads none of it', async () => {
  expect(await follow('GK508RB')).toBeNull();
  const search = { id: crypto.randomUUID(), name: 'Notte', filter: { plate: 'GK5*' }, summary: '', saved: AT };
  expect(await changeCaseFiles(addSearch(CASE, search))).toBeNull();
  const { caseFiles, bodies } = await readStored();
  expect(caseFiles.rev).toBe(2);
  expect(bodies.join(' ')).not.toMatch(/GK5|9051|Notte/);
  await reload();
  expect(readPlates()).toEqual(['GK508RB']);
  await changePassword(PASSWORD, NEW_PASSWORD);
  await signOut();
  expect(useCaseFiles.getState().files).toEqual([]);
  await signInWith(NEW_PASSWORD);
  await loadCaseFiles();
  expect(findCaseFile(useCaseFiles.getState().files, CASE).searches).toEqual([search]);
});

test('of two browsers that save at once nothing is lost', async () => {
  await follow('AA001AA');
  const { files, rev } = useCaseFiles.getState();
  await follow('AA002AA');
  // This browser has not seen the second save.
  useCaseFiles.setState({ files, rev });
  expect(await follow('AA003AA')).toBeNull();
  expect(readPlates()).toEqual(['AA001AA', 'AA002AA', 'AA003AA']);
  await reload();
  expect(readPlates()).toEqual(['AA001AA', 'AA002AA', 'AA003AA']);
});

test('a portal that fails loses nothing: the change is refused, and made good when it answers again', async () => {
  await follow('AA001AA');
  await callTestPortal('case-files-fail');
  expect(await follow('AA002AA')).toBe('not_saved');
  expect(readPlates()).toEqual(['AA001AA']);
  await refreshCaseFiles();
  expect(readPlates()).toEqual(['AA001AA']);
  await reload();
  expect(useCaseFiles.getState().status).toBe('failed');
  await callTestPortal('case-files-work');
  expect(await follow('AA002AA')).toBeNull();
  expect(readPlates()).toEqual(['AA001AA', 'AA002AA']);
});

test('what another key sealed, or no key, is not taken for one’s own', async () => {
  const uuid = useSession.getState().user?.uuid ?? '';
  const foreign = await sealCaseFiles(new Uint8Array(32).fill(9), uuid, 4, '{"v":1,"files":[]}');
  await callTestPortal('case-files', { rev: 4, sealed: foreign });
  await reload();
  expect(useCaseFiles.getState().status).toBe('foreign');
  expect(await follow('AA001AA')).toBeNull();
  expect((await readStored()).caseFiles.rev).toBe(5);
  useVault.setState({ vault: null });
  await reload();
  expect(useCaseFiles.getState().status).toBe('noVault');
  expect(await follow('AA002AA')).toBe('no_vault');
});

test('text of a form this version does not know is neither shown nor replaced', async () => {
  const uuid = useSession.getState().user?.uuid ?? '';
  const key = useVault.getState().vault?.index?.exportKey ?? new Uint8Array(32);
  for (const [rev, text] of ['not json', '{"v":2,"files":[]}', '{"v":1,"files":[{"case":1}]}'].entries()) {
    await callTestPortal('case-files', { rev: rev + 1, sealed: await sealCaseFiles(key, uuid, rev + 1, text) });
    await reload();
    expect(useCaseFiles.getState()).toMatchObject({ status: 'newer', files: [] });
    expect(await follow('AA001AA')).toBe('not_saved');
    expect((await readStored()).caseFiles.rev).toBe(rev + 1);
  }
});
