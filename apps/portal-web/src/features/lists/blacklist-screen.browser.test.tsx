import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createCredential } from '../../../test/plant-sessions.ts';
import { AppFrame } from '../../../test/app-frame.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { dismissAll, useNotices } from '../../lib/notices/notices.store.ts';
import { clearPlants, patchPlant, type PlantSession, setPlants, usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { deleteEntry, insertEntry, updateEntry } from './blacklist.api.ts';
import '../../theme/styles.ts';
import { BlacklistPage, MergedBlacklistPage } from './BlacklistScreen.tsx';
import { buildEntryBody, createEntryForm } from './entry-form.ts';

/** Signs in to one test plant per token. */
function signInToPlants(...tokens: readonly string[]): void {
  setPlants(new Map(tokens.map((token) => [token, createCredential({ label: token, url: location.origin })])), []);
  for (const token of tokens) {
    const login = buildPlantLoginResponse(token, token);
    patchPlant(token, { state: 'ok', token, login: { ...login, parameters: { ...login.parameters, label: token } } });
  }
}

const setMode = (token: string, mode: 'ok' | 'fail' | 'hold') =>
  fetch(`/test-plant/${token}/${mode}`, { method: 'POST' });

async function fetchSearches(token: string): Promise<readonly unknown[]> {
  const calls: { route: string; body: unknown }[] = await (await fetch(`/test-plant/${token}`)).json();
  return calls.filter(({ route }) => route.endsWith('/search')).map(({ body }) => body);
}

function getPlant(token: string): PlantSession {
  const plant = usePlants.getState().plants.get(token);
  if (plant === undefined) throw new Error('no plant');
  return plant;
}

const OnePlant = () => (
  <AppFrame>
    <BlacklistPage />
  </AppFrame>
);
const AllPlants = () => (
  <AppFrame>
    <MergedBlacklistPage />
  </AppFrame>
);

const grid = page.getByRole('grid', { name: 'Blacklist' });
let run = 0;
const token = (name: string): string => `bl-${name}-${run}`;

beforeAll(() => bindTranslator(createI18n('it').t));
beforeEach(async () => {
  run += 1;
  dismissAll();
  await page.viewport(1440, 900);
});
afterEach(() => clearPlants());

test('BLK-31 BLK-33 one plant is asked for its page of 100, and shows plate, state, vehicle, alarms, expiry, owner, actions', async () => {
  const one = token('one');
  signInToPlants(one);
  await render(<TestProviders screen={OnePlant} />);
  await expect.element(grid.getByText('rossi').first()).toBeVisible();
  expect(await fetchSearches(one)).toEqual([{ order_by: '+targa', paginate: true, p: 1, page_size: 100 }]);
  for (const name of ['Targa', 'Stato', 'Motivo', 'Veicolo', 'Allarmi', 'Scadenza', 'Inserita da'])
    await expect.element(grid.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect.element(page.getByText('45 voci')).toBeVisible();
  await userEvent.click(grid.getByRole('button', { name: 'Azioni della riga' }).first());
  for (const name of ['Modifica', 'Storico transiti', 'Elimina'])
    await expect.element(page.getByRole('menuitem', { name })).toBeVisible();
});

test('BLK-33 several plants are asked for 20 each, and for 20 more when the list goes on', async () => {
  const [a, b] = [token('a'), token('b')];
  signInToPlants(a, b);
  await render(<TestProviders screen={AllPlants} />);
  await expect.element(page.getByText('39 di 90')).toBeVisible();
  expect(await fetchSearches(a)).toEqual([{ order_by: '+targa', offset: 0, limit: 20 }]);
  await userEvent.click(page.getByRole('button', { name: 'Altre voci' }));
  await expect.element(page.getByText('79 di 90')).toBeVisible();
  expect(await fetchSearches(b)).toEqual([
    { order_by: '+targa', offset: 0, limit: 20 },
    { order_by: '+targa', offset: 20, limit: 20 },
  ]);
});

test('BLK-30 what the bar says is asked of the plant', async () => {
  const one = token('filter');
  const lastRequested = async () => (await fetchSearches(one)).at(-1);
  signInToPlants(one);
  await render(<TestProviders screen={OnePlant} />);
  await expect.element(page.getByText('45 voci')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Scadute 3', exact: true }));
  await expect.poll(lastRequested, { timeout: 10_000 }).toMatchObject({ f_expired: true });
  await userEvent.fill(page.getByRole('textbox', { name: 'Targa o parte di targa' }), 'bl00');
  await expect.poll(lastRequested, { timeout: 10_000 }).toMatchObject({ f_targa: 'BL00' });
});

test('BLK-37 NOTIF-33 while it loads the list says so; a plant that fails is named, and asked again', async () => {
  const one = token('slow');
  signInToPlants(one);
  await setMode(one, 'hold');
  await render(<TestProviders screen={OnePlant} />);
  await expect.element(page.getByText('Caricamento della lista in corso...')).toBeVisible();
  await setMode(one, 'fail');
  await expect.element(page.getByText('Errore nella lettura dei dati della blacklist.')).toBeVisible();
  await expect.element(page.getByText(`Senza risposta: ${one}`)).toBeVisible();
  expect(useNotices.getState().list.map(({ text, timeout }) => [text, timeout])).toEqual([
    ['Non è stato possibile leggere la blacklist.', 10_000],
  ]);
  await setMode(one, 'ok');
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }));
  await expect.element(page.getByText('45 voci')).toBeVisible();
});

test('a plate that is listed already is named as stored, and its entry opens', async () => {
  const one = token('twice');
  signInToPlants(one);
  await render(<TestProviders screen={OnePlant} />);
  await expect.element(page.getByText('45 voci')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Inserisci' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Targa', exact: true }), 'bl 000-aa');
  await userEvent.click(page.getByRole('button', { name: 'Salva' }));
  const twice = page.getByRole('dialog', { name: 'BLACKLIST GIà INSERITA' });
  await expect
    .element(twice.getByText(`La targa BL000AA è già presente nella blacklist dell’impianto ${one}.`))
    .toBeVisible();
  await userEvent.click(twice.getByRole('button', { name: 'Apri la voce' }));
  await expect.element(page.getByRole('dialog', { name: `Modifica blacklist BL000AA [${one}]` })).toBeVisible();
});

test('every view has its number of entries over all plants', async () => {
  signInToPlants(token('a'), token('b'));
  await render(<TestProviders screen={AllPlants} />);
  for (const name of ['Tutte 90', 'Attive 80', 'In scadenza 4', 'Scadute 6', 'Disabilitate 4', 'Mai viste 14'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
});

test('chosen entries of several plants are disabled together; what one plant refuses is told with its name', async () => {
  const [a, b] = [token('a'), token('b')];
  signInToPlants(a, b);
  await render(<TestProviders screen={AllPlants} />);
  await expect.element(page.getByText('39 di 90')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Seleziona' }));
  const bar = page.getByRole('group', { name: 'Azioni sulle voci scelte' });
  await expect.element(bar.getByRole('button', { name: 'Disabilita' })).toBeDisabled();
  for (const plant of [a, b])
    await userEvent.click(page.getByRole('checkbox', { name: `Scegli la voce BL003AA di ${plant}` }));
  await expect.element(bar.getByText('2 voci scelte')).toBeVisible();
  await userEvent.click(bar.getByRole('button', { name: 'Disabilita' }));
  const dialog = page.getByRole('dialog', { name: 'Disabilitare 2 voci?' });
  await expect.element(dialog.getByText(`${a}: 1, ${b}: 1`)).toBeVisible();
  await setMode(b, 'fail');
  await userEvent.click(dialog.getByRole('button', { name: 'Disabilita 2 voci' }));
  await expect.element(dialog.getByText(`${a}: 1 di 1`)).toBeVisible();
  await expect.element(dialog.getByText(`${b}: 0 di 1`)).toBeVisible();
  await expect.element(dialog.getByText('BL003AA: non riuscita')).toBeVisible();
  const calls: { route: string; body: { abilitata?: boolean } }[] = await (await fetch(`/test-plant/${a}`)).json();
  expect(calls.filter(({ route }) => route.startsWith('PUT')).map(({ body }) => body.abilitata)).toEqual([false]);
  // What failed is tried again alone; when all is done the dialog closes and the selection starts anew.
  await setMode(b, 'ok');
  await userEvent.click(dialog.getByRole('button', { name: 'Riprova con 1 voce' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(bar).not.toBeInTheDocument();
  expect(notices()).toContainEqual(['success', 5_000, '1 voce cambiata.']);
});

const notices = () => useNotices.getState().list.map(({ type, text, timeout }) => [type, timeout, text]);

/** Inserts, updates and deletes an entry on a signed-in plant; returns the results of the three calls. */
async function changeEntry(label: string): Promise<readonly unknown[]> {
  const plant = getPlant(label);
  const nowMs = Date.parse('2026-11-21T10:00:00Z');
  const body = buildEntryBody(createEntryForm('AB123CD', [label], nowMs), { groupId: null, nowMs });
  return [
    (await insertEntry(plant, body)).kind,
    await updateEntry(plant, 3, body),
    await deleteEntry(plant, { id: 3, targa: 'AB123CD' }),
  ];
}

test('BLK-34 BLK-36 NOTIF-05 each successful change is reported with plate and plant', async () => {
  const one = token('calls');
  signInToPlants(one);
  expect(await changeEntry(one)).toEqual(['done', true, true]);
  expect(notices()).toEqual([
    ['success', 5_000, `${one}: AB123CD inserita in blacklist.`],
    ['success', 5_000, `${one}: voce di blacklist AB123CD aggiornata.`],
    ['success', 5_000, `${one}: AB123CD eliminata dalla blacklist.`],
  ]);
});

test('BLK-35 BLK-36 NOTIF-04 each failed change is reported with plate and plant', async () => {
  const one = token('fails');
  signInToPlants(one);
  await setMode(one, 'fail');
  expect(await changeEntry(one)).toEqual(['failed', false, false]);
  expect(notices()).toEqual([
    ['error', 10_000, `${one}: inserimento di AB123CD in blacklist non riuscito.`],
    ['error', 10_000, `${one}: aggiornamento di AB123CD in blacklist non riuscito.`],
    ['error', 10_000, `${one}: eliminazione di AB123CD dalla blacklist non riuscita.`],
  ]);
});
