import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TEST_ROOT, TEST_SHA256 } from '../../../test/log-entries.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { createCredential, createPlant } from '../../../test/plant-sessions.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import type { LogScope } from '../../lib/audit/audit.api.ts';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { CaseRecordScreen } from './CaseRecordScreen.tsx';

const UUID = '5a3c0000-0000-4000-8000-000000000079';
const CASE = '9051/2026';
let number = 0;

/** A plant of its own for each test, so that its calls are only those of the test. */
function signInToPlant(rights: { readonly audit_read?: boolean; readonly group?: string } = {}): string {
  const token = `case-record-${(number += 1)}`;
  const login = buildPlantLoginResponse(token, UUID);
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), {
    ...{ token, login: { ...login, user: { ...login.user, ...rights } } },
  });
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
  return token;
}
const addSilentPlant = (): void => {
  const silent: PlantSession = createPlant(createCredential({ label: 'Cervia Saline' }), {
    ...{ credentialId: 'c2', peerId: 2, state: 'bad', reason: 'unreachable', token: null },
  });
  usePlants.setState(({ plants }) => ({ plants: new Map([...plants, ['c2', silent]]) }));
};
const listCalls = async (token: string): Promise<readonly { readonly route: string; readonly body: unknown }[]> =>
  (await fetch(`/test-plant/${token}`)).json();

const onBack = vi.fn<() => void>();
const renderRecord = (scope: LogScope, caseNumber = CASE) =>
  render(<TestProviders screen={() => <CaseRecordScreen {...{ caseNumber, scope, onBack }} />} />);
const rowsOf = () => page.getByRole('grid', { name: 'Cronologia' }).getByRole('row');

beforeEach(async () => {
  onBack.mockClear();
  // Wide enough for every column.
  await page.viewport(1440, 900);
});
afterEach(() => usePlants.setState({ plants: new Map(), hasRun: false }));

test('a person sees what they did, newest first, each day once, with its position, and the exported parts', async () => {
  const token = signInToPlant();
  await renderRecord('own');
  await expect.element(rowsOf().nth(1)).toMatchTextContent(/20\/11\/2026.*Consegna di un’esportazione.*1\/9 hash9xxx…/);
  await expect.element(rowsOf().nth(2)).toMatchTextContent(/^11:08:00Nota su un transito · GK508RB · danno/);
  await expect.element(rowsOf().nth(4)).toMatchTextContent(/19\/11\/2026.*Targa GK5\*/);
  await expect.element(page.getByText(TEST_SHA256)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Esporta' })).not.toBeInTheDocument();
  const calls = await listCalls(token);
  expect(calls.map(({ route }) => route)).toEqual(['POST /api/audit/own/search']);
  expect(calls[0]?.body).toEqual({ case: CASE, limit: 200 });
});

test('filters act on what is loaded: no further call, and an opened entry shows its whole hash', async () => {
  // A narrow screen scrolls as a whole: outside the layout of the app a wide one would have no height.
  await page.viewport(414, 896);
  const token = signInToPlant();
  await renderRecord('own');
  await userEvent.click(page.getByRole('combobox', { name: 'Tipo' }));
  await userEvent.click(page.getByRole('option', { name: 'Note e correzioni (1)' }));
  await expect.element(rowsOf()).toHaveLength(2);
  await userEvent.click(rowsOf().nth(1));
  await expect.element(page.getByText('hash8'.padEnd(43, 'x'))).toBeVisible();
  expect(await listCalls(token)).toHaveLength(1);
});

test('who audits sees everybody and asks the call for it; without rights on transits no position is asked', async () => {
  const token = signInToPlant({ audit_read: true, group: 'protezione dati' });
  await renderRecord('all');
  await expect.element(rowsOf().nth(1)).toMatchTextContent(/bianchi/);
  await expect.element(page.getByRole('button', { name: 'Esporta' })).toBeEnabled();
  await userEvent.click(page.getByRole('button', { name: 'Mappa', exact: true }));
  await expect.element(page.getByText('I transiti non li puoi vedere')).toBeVisible();
  expect((await listCalls(token)).map(({ route }) => route)).toEqual(['POST /api/audit/search']);
});

test('who has no right to read a log is not shown one', async () => {
  const token = signInToPlant();
  await renderRecord('all');
  await expect.element(page.getByText('Nessun registro che puoi leggere')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Torna al registro' }));
  expect(onBack).toHaveBeenCalledOnce();
  expect(await listCalls(token)).toEqual([]);
});

test('positions and pictures are asked only when the button says so, once, and lead to the transit', async () => {
  const token = signInToPlant();
  await renderRecord('own');
  await expect.element(rowsOf().nth(1)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Mappa', exact: true }));
  await expect.element(page.getByText(/è una consultazione e resta scritta/)).toBeVisible();
  expect(await listCalls(token)).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: 'Mostra mappa e immagini' }));
  const cards = page.getByRole('list', { name: 'Mappa e immagini' });
  await expect.element(cards.getByRole('listitem')).toMatchTextContent(/GK508RB18\/11\/2026 14:31:58.*con nota/);
  await expect.element(cards.getByRole('img', { name: 'GK508RB' })).toBeVisible();
  await expect.element(cards.getByRole('button', { name: 'Apri il transito di GK508RB' })).toBeVisible();
  const located = (await listCalls(token)).filter(({ route }) => route === 'POST /api/lpr/locate');
  expect(located).toMatchObject([{ body: { ids: ['7'] } }]);
});

test('a plant that is not connected is named apart from errors, on screen and on paper with hashes and checkpoint', async () => {
  signInToPlant();
  addSilentPlant();
  await renderRecord('own');
  await expect
    .element(page.getByText('Non collegati alla domanda: Cervia Saline. Le loro voci mancano.'))
    .toBeVisible();
  await expect.element(page.getByText('1 non collegato', { exact: true })).toBeVisible();
  await expect.element(page.getByText('elenco parziale')).toBeVisible();
  expect(page.getByText(/in errore/).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Riprova' })).toBeVisible();
  const sheets: string[] = [];
  const watcher = new MutationObserver(() => {
    if (document.body.dataset['varcoSheet'] === 'on') sheets.push(document.body.lastElementChild?.textContent ?? '');
  });
  watcher.observe(document.body, { attributes: true });
  await userEvent.click(page.getByRole('button', { name: 'Stampa', exact: true }));
  await expect.poll(() => sheets.length, { timeout: 10_000 }).toBeGreaterThan(0);
  watcher.disconnect();
  const [sheet = ''] = sheets;
  expect(sheet).toContain('INCOMPLETO. Non hanno risposto: Cervia Saline');
  expect(sheet).toContain('Contiene solo le consultazioni di chi ha stampato');
  expect(sheet).toContain(TEST_SHA256);
  expect(sheet).toContain(TEST_ROOT);
  expect(sheet).toContain('hash7'.padEnd(43, 'x'));
  // The checkpoint covers eight entries: the ninth is marked.
  expect(sheet).toMatch(/1\/9 \*.*1\/8\d\d\//);
});

test('a plant that connects after the question stays missing, and one that goes away after its answer does not', async () => {
  signInToPlant();
  addSilentPlant();
  await renderRecord('own');
  await expect.element(rowsOf().nth(1)).toBeVisible();
  const setState = (id: string, change: Partial<PlantSession>): void =>
    usePlants.setState(({ plants }) => {
      const plant = plants.get(id);
      return { plants: plant === undefined ? plants : new Map([...plants, [id, { ...plant, ...change }]]) };
    });
  setState('c2', { state: 'ok', reason: null });
  setState('c1', { state: 'bad', reason: 'unreachable' });
  const missing = page.getByText('Non collegati alla domanda: Cervia Saline. Le loro voci mancano.');
  await expect.element(missing).toBeVisible();
  await expect.element(page.getByText('1 non collegato', { exact: true })).toBeVisible();
  await expect.element(page.getByText('elenco parziale')).toBeVisible();
  await expect.element(rowsOf().nth(1)).toMatchTextContent(/Cesena Cintura/);
});

test('a log that fails leaves the page empty but says so, and asks again on request', async () => {
  const token = signInToPlant();
  await renderRecord('own', '428/2026');
  await expect.element(page.getByText(/Senza risposta: Cesena Cintura/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }));
  await expect.poll(async () => (await listCalls(token)).length).toBe(2);
});
