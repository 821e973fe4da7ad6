import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Around } from '../../../test/around.tsx';
import { plantSession } from '../../../test/result-harness.tsx';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/say.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { EMPTY_FORM } from './look-up-form.ts';
import { lookUpPlace, type LookUpPlace } from './look-up-place.ts';
import { LookUpScreen } from './LookUpScreen.tsx';

let token: string;
let places = 0;
let controller: LookUpPlace;

/** A plant with the right and the licence for paid look-ups. */
function paying(peerId: number, label: string, options: object = { rca_rev: true, visure: true }): PlantSession {
  const plant = plantSession(peerId, token, label, 6);
  if (plant.login === null) throw new Error('not signed in');
  const user = { ...plant.login.user, group: 'fdo carabinieri', visure_pagamento: true };
  return {
    ...plant,
    login: { ...plant.login, user, license_info: { ...plant.login.license_info, license_options: options } },
  };
}

const setMode = (mode: 'ok' | 'fail' | 'hold') => fetch(`/test-plant/${token}/${mode}`, { method: 'POST' });
const calls = async () =>
  (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: Record<string, unknown> }[];

async function show(...plants: PlantSession[]): Promise<void> {
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  places += 1;
  controller = lookUpPlace(`test-${places}`, EMPTY_FORM);
  await render(<Around screen={() => <LookUpScreen controller={controller} />} />);
  await expect.element(form('RCA/REV')).toBeVisible();
}

const form = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => form(name).getByRole('button', { name: 'Cerca' });
const results = page.getByRole('region', { name: 'Visure di questa sessione' });

beforeEach(() => {
  token = crypto.randomUUID();
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

test('VIS-02 the plant selector is locked with one plant', async () => {
  await show(paying(1, 'Cesena Cintura'));
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeDisabled();
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toHaveValue('Cesena Cintura');
});

test('VIS-06 VIS-27 VIS-29 VIS-30: nothing is asked without a plate; with one the spinner runs and the selector is locked', async () => {
  await show(paying(1, 'Cesena Cintura'), paying(2, 'Forlì Sud'));
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeEnabled();
  for (const name of ['RCA/REV', 'Libretto', 'Patente']) await expect.element(button(name)).toBeDisabled();
  await userEvent.type(form('RCA/REV').getByRole('textbox').first(), '{Enter}');
  expect(controller.store.getState().running).toBeNull();
  await setMode('hold');
  await userEvent.type(form('RCA/REV').getByRole('textbox').first(), 'gk508rb{Enter}');
  await expect.element(form('RCA/REV').getByRole('textbox').first()).toHaveValue('GK508RB');
  await expect.element(page.getByText('Visura in corso su Cesena Cintura: GK508RB')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeDisabled();
  await expect.poll(async () => (await calls()).length).toBe(1);
  await setMode('ok');
  await expect.element(results.getByRole('region', { name: 'Assicurazione' })).toBeVisible();
  expect((await calls())[0]).toMatchObject({
    route: 'POST /api/visure_ministeriali',
    body: { campo_ricerca: 'GK508RB', tipo_ricerca: 0, tipo_richiesta: 2, tipo_veicolo: 0, pagamento: false },
  });
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeEnabled();
});

test('VIS-35 a look-up under way can be cancelled', async () => {
  await show(paying(1, 'Cesena Cintura'));
  await setMode('hold');
  await userEvent.type(form('RCA/REV').getByRole('textbox').first(), 'GK508RB{Enter}');
  await userEvent.click(page.getByRole('button', { name: 'Interrompi la visura' }));
  await expect.poll(() => page.getByText(/Visura in corso/).elements().length).toBe(0);
  await setMode('ok');
  expect(controller.store.getState().entries).toEqual([]);
});

test('VIS-31 VIS-32 the kind of search follows what is typed', async () => {
  await show(paying(1, 'Cesena Cintura'));
  const booklet = form('Libretto').getByRole('textbox').first();
  const kind = form('Libretto').getByRole('combobox', { name: 'Cerca per' });
  await userEvent.fill(booklet, 'aa000aa');
  await expect.element(kind).toHaveValue('Targa');
  await userEvent.fill(booklet, '12345670008');
  await expect.element(kind).toHaveValue('Codice fiscale / P. IVA');
  await userEvent.fill(form('Patente').getByRole('textbox').first(), 'A'.repeat(16));
  await expect
    .element(form('Patente').getByRole('combobox', { name: 'Cerca per' }))
    .toHaveValue('Codice fiscale / P. IVA');
});

test('VIS-22 VIS-23 PLAPI-38 an earlier one is looked for first; viewed, it stands on top as cached', async () => {
  await show(paying(1, 'Cesena Cintura'));
  await setMode('hold');
  await userEvent.type(form('Libretto').getByRole('textbox').first(), 'GK508RB{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Visura a pagamento' });
  await expect.element(dialog.getByText('Connessione al server in corso...')).toBeVisible();
  await expect.element(dialog).toMatchTextContent(/Libretto di GK508RB su Cesena Cintura/);
  await expect.poll(async () => (await calls()).length).toBe(1);
  await setMode('ok');
  await userEvent.click(dialog.getByRole('button', { name: 'Visualizza esistente' }));
  await expect.element(results.getByText('da archivio')).toBeVisible();
  expect(await calls()).toMatchObject([
    {
      route: 'POST /api/visure_ministeriali/search',
      body: { search_sources: ['cache'], campo_ricerca: 'GK508RB', tipo_richiesta: 3, pagamento: true, page_size: 1 },
    },
    { route: 'POST /api/visure_ministeriali', body: { search_sources: ['cache'], pagamento: false } },
  ]);
});

test('VIS-34 VIS-24 VIS-07 a check that failed counts as not found; an answer without data is "Visura non valida"', async () => {
  await show(paying(1, 'Cesena Cintura'));
  await setMode('fail');
  await userEvent.type(form('Libretto').getByRole('textbox').first(), 'ZZ999ZZ{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Visura a pagamento' });
  await expect.element(dialog.getByText(/Non risulta una visura precedente/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Visualizza esistente' }).elements()).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Conferma visura a pagamento' }));
  await expect.element(results.getByText('Visura non valida')).toBeVisible();
  await userEvent.click(results.getByRole('button', { name: /^Togli la visura/ }));
  await expect.poll(() => results.getByText('Visura non valida').elements().length).toBe(0);
});

test('VIS-33 PERM-06 VIS-39 without the permission or the licence the words stand in place of the button', async () => {
  await show(paying(1, 'Cesena Cintura', { rca_rev: false }));
  for (const name of ['Libretto', 'Patente']) {
    await expect.element(form(name)).toMatchTextContent(/La licenza dell’impianto non comprende le visure a pagamento/);
    expect(button(name).elements()).toHaveLength(0);
  }
  await expect.element(form('RCA/REV')).toMatchTextContent(/Licenza RCA\/REV non valida/);
  const poor = paying(1, 'Cesena Cintura');
  if (poor.login !== null)
    usePlants.setState({
      plants: new Map([
        ['c1', { ...poor, login: { ...poor.login, user: { ...poor.login.user, visure_pagamento: false } } }],
      ]),
    });
  await expect
    .element(form('Patente'))
    .toMatchTextContent(/Non disponi dei permessi per poter effettuare visure a pagamento/);
});

test('PERM-07 TPERM-11 insurance and inspection are searched with the licence option and the permission together, not with one', async () => {
  const licensed = paying(1, 'Cesena Cintura', { rca_rev: true });
  const unlicensed = paying(2, 'Forlì Sud', { visure: true });
  await show(licensed, unlicensed);
  await userEvent.type(form('RCA/REV').getByRole('textbox').first(), 'GK508RB');
  await expect.element(button('RCA/REV')).toBeEnabled();
  await userEvent.click(page.getByRole('combobox', { name: 'Impianto' }));
  await userEvent.click(page.getByRole('option', { name: 'Forlì Sud' }));
  await expect.element(form('RCA/REV')).toMatchTextContent(/Licenza RCA\/REV non valida/);
  expect(button('RCA/REV').elements()).toHaveLength(0);
  await userEvent.click(form('RCA/REV').getByRole('textbox').first());
  await userEvent.keyboard('{Enter}');
  // Without the permission, a licensed plant is not offered.
  if (licensed.login === null) throw new Error('not signed in');
  const reader = { ...licensed, login: { ...licensed.login, user: { ...licensed.login.user, level: 4 } } };
  usePlants.setState({ plants: new Map([[reader.credentialId, reader]]) });
  await expect.element(page.getByText('Nessun impianto su cui puoi fare visure')).toBeVisible();
  expect(page.getByRole('region', { name: 'RCA/REV', exact: true }).elements()).toHaveLength(0);
  expect(await calls()).toEqual([]);
});
