import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { EMPTY_LOOK_UP_FORM } from './look-up-form.ts';
import { getLookUpController, type LookUpController } from './look-up-controller.ts';
import { LookUpScreen } from './LookUpScreen.tsx';

let token: string;
let controllerCount = 0;
let controller: LookUpController;

/** A plant with the right and the licence for paid look-ups. */
function createPayingPlant(
  peerId: number,
  label: string,
  options: object = { rca_rev: true, visure: true },
): PlantSession {
  const plant = createPlantSession(peerId, token, label, 6);
  if (plant.login === null) throw new Error('not signed in');
  const user = { ...plant.login.user, group: 'fdo carabinieri', visure_pagamento: true };
  return {
    ...plant,
    login: { ...plant.login, user, license_info: { ...plant.login.license_info, license_options: options } },
  };
}

const setMode = (mode: 'ok' | 'fail' | 'hold') => fetch(`/test-plant/${token}/${mode}`, { method: 'POST' });
interface SeenCall {
  readonly route: string;
  readonly body: Record<string, unknown>;
}
const fetchAllCalls = async (): Promise<SeenCall[]> => (await fetch(`/test-plant/${token}`)).json();
const isCostCall = ({ route }: SeenCall): boolean => route.endsWith('/costs');
/** The calls of look-ups; the dialog also reads what they cost. */
const fetchCalls = async () => (await fetchAllCalls()).filter((call) => !isCostCall(call));

async function renderScreen(...plants: PlantSession[]): Promise<void> {
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  controllerCount += 1;
  controller = getLookUpController(`test-${controllerCount}`, EMPTY_LOOK_UP_FORM);
  await render(<TestProviders screen={() => <LookUpScreen controller={controller} />} />);
  await expect.element(findForm('RCA/REV')).toBeVisible();
}

const findForm = (name: string) => page.getByRole('region', { name, exact: true });
const findSubmitButton = (name: string) => findForm(name).getByRole('button', { name: 'Cerca' });
const results = page.getByRole('region', { name: 'Visure di questa sessione' });

beforeEach(() => {
  token = crypto.randomUUID();
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

test('VIS-02 the plant selector is locked with one plant', async () => {
  await renderScreen(createPayingPlant(1, 'Cesena Cintura'));
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeDisabled();
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toHaveValue('Cesena Cintura');
});

test('VIS-06 VIS-27 VIS-29 VIS-30: nothing is asked without a plate; with one the spinner runs and the selector is locked', async () => {
  await renderScreen(createPayingPlant(1, 'Cesena Cintura'), createPayingPlant(2, 'Forlì Sud'));
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeEnabled();
  for (const name of ['RCA/REV', 'Libretto', 'Patente']) await expect.element(findSubmitButton(name)).toBeDisabled();
  await userEvent.type(findForm('RCA/REV').getByRole('textbox').first(), '{Enter}');
  expect(controller.store.getState().running).toBeNull();
  await setMode('hold');
  await userEvent.type(findForm('RCA/REV').getByRole('textbox').first(), 'gk508rb{Enter}');
  await expect.element(findForm('RCA/REV').getByRole('textbox').first()).toHaveValue('GK508RB');
  await expect.element(page.getByText('Visura in corso su Cesena Cintura: GK508RB')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeDisabled();
  await expect.poll(async () => (await fetchCalls()).length).toBe(1);
  await setMode('ok');
  await expect.element(results.getByRole('region', { name: 'Assicurazione' })).toBeVisible();
  expect((await fetchCalls())[0]).toMatchObject({
    route: 'POST /api/visure_ministeriali',
    body: { campo_ricerca: 'GK508RB', tipo_ricerca: 0, tipo_richiesta: 2, tipo_veicolo: 0, pagamento: false },
  });
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeEnabled();
});

test('VIS-35 a look-up under way can be cancelled', async () => {
  await renderScreen(createPayingPlant(1, 'Cesena Cintura'));
  await setMode('hold');
  await userEvent.type(findForm('RCA/REV').getByRole('textbox').first(), 'GK508RB{Enter}');
  await userEvent.click(page.getByRole('button', { name: 'Interrompi la visura' }));
  await expect.poll(() => page.getByText(/Visura in corso/).elements().length).toBe(0);
  await setMode('ok');
  expect(controller.store.getState().entries).toEqual([]);
});

test('VIS-31 VIS-32 the kind of search follows what is typed', async () => {
  await renderScreen(createPayingPlant(1, 'Cesena Cintura'));
  const booklet = findForm('Libretto').getByRole('textbox').first();
  const kind = findForm('Libretto').getByRole('combobox', { name: 'Cerca per' });
  await userEvent.fill(booklet, 'aa000aa');
  await expect.element(kind).toHaveValue('Targa');
  await userEvent.fill(booklet, '12345670008');
  await expect.element(kind).toHaveValue('Codice fiscale / P. IVA');
  await userEvent.fill(findForm('Patente').getByRole('textbox').first(), 'A'.repeat(16));
  await expect
    .element(findForm('Patente').getByRole('combobox', { name: 'Cerca per' }))
    .toHaveValue('Codice fiscale / P. IVA');
});

test('VIS-22 VIS-23 PLAPI-38 an earlier one is looked for first; viewed, it stands on top as cached', async () => {
  await renderScreen(createPayingPlant(1, 'Cesena Cintura'));
  await setMode('hold');
  await userEvent.type(findForm('Libretto').getByRole('textbox').first(), 'GK508RB{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Visura a pagamento' });
  await expect.element(dialog.getByText('Connessione al server in corso...')).toBeVisible();
  await expect.element(dialog).toMatchTextContent(/Libretto di GK508RB su Cesena Cintura/);
  await expect.poll(async () => (await fetchCalls()).length).toBe(1);
  await setMode('ok');
  await userEvent.click(dialog.getByRole('button', { name: 'Visualizza esistente' }));
  await expect.element(results.getByText('da archivio')).toBeVisible();
  expect(await fetchCalls()).toMatchObject([
    {
      route: 'POST /api/visure_ministeriali/search',
      body: { search_sources: ['cache'], campo_ricerca: 'GK508RB', tipo_richiesta: 3, pagamento: true, page_size: 1 },
    },
    { route: 'POST /api/visure_ministeriali', body: { search_sources: ['cache'], pagamento: false } },
  ]);
});

test('price, payer and what was spent this month are said before anything is charged', async () => {
  await renderScreen(createPayingPlant(1, 'Cesena Cintura'));
  await userEvent.type(findForm('Libretto').getByRole('textbox').first(), 'GK508RB{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Visura a pagamento' });
  await expect.element(dialog.getByText('1,62 €, come l’ultima di questo tipo (19/11/2026)')).toBeVisible();
  await expect.element(dialog.getByText('Comune di Cesena, Cesena Cintura')).toBeVisible();
  await expect.element(dialog).toMatchTextContent(/Le tue visure di questo mese\s*1,62 €/);
  expect((await fetchAllCalls()).find(isCostCall)?.body).toEqual({ da: expect.stringMatching(/^\d{4}-\d{2}-01$/) });
  await userEvent.click(dialog.getByRole('button', { name: 'Annulla' }));
  await userEvent.type(findForm('Patente').getByRole('textbox').first(), 'BO1234567X{Enter}');
  await expect.element(dialog.getByText(/^non noto: su questo impianto/)).toBeVisible();
});

test('VIS-34 VIS-24 VIS-07 a check that failed counts as not found; an answer without data is "Visura non valida"', async () => {
  await renderScreen(createPayingPlant(1, 'Cesena Cintura'));
  await setMode('fail');
  await userEvent.type(findForm('Libretto').getByRole('textbox').first(), 'ZZ999ZZ{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Visura a pagamento' });
  await expect.element(dialog.getByText(/Non risulta una visura precedente/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Visualizza esistente' }).elements()).toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Conferma visura a pagamento' }));
  await expect.element(results.getByText('Visura non valida')).toBeVisible();
  await userEvent.click(results.getByRole('button', { name: /^Togli la visura/ }));
  await expect.poll(() => results.getByText('Visura non valida').elements().length).toBe(0);
});

test('VIS-33 PERM-06 VIS-39 without the permission or the licence the words stand in place of the button', async () => {
  await renderScreen(createPayingPlant(1, 'Cesena Cintura', { rca_rev: false }));
  for (const name of ['Libretto', 'Patente']) {
    await expect
      .element(findForm(name))
      .toMatchTextContent(/La licenza dell’impianto non comprende le visure a pagamento/);
    expect(findSubmitButton(name).elements()).toHaveLength(0);
  }
  await expect.element(findForm('RCA/REV')).toMatchTextContent(/Licenza RCA\/REV non valida/);
  const poor = createPayingPlant(1, 'Cesena Cintura');
  if (poor.login !== null)
    usePlants.setState({
      plants: new Map([
        ['c1', { ...poor, login: { ...poor.login, user: { ...poor.login.user, visure_pagamento: false } } }],
      ]),
    });
  await expect
    .element(findForm('Patente'))
    .toMatchTextContent(/Non disponi dei permessi per poter effettuare visure a pagamento/);
});

test('PERM-07 TPERM-11 insurance and inspection are searched with the licence option and the permission together, not with one', async () => {
  const licensed = createPayingPlant(1, 'Cesena Cintura', { rca_rev: true });
  const unlicensed = createPayingPlant(2, 'Forlì Sud', { visure: true });
  await renderScreen(licensed, unlicensed);
  await userEvent.type(findForm('RCA/REV').getByRole('textbox').first(), 'GK508RB');
  await expect.element(findSubmitButton('RCA/REV')).toBeEnabled();
  await userEvent.click(page.getByRole('combobox', { name: 'Impianto' }));
  await userEvent.click(page.getByRole('option', { name: 'Forlì Sud' }));
  await expect.element(findForm('RCA/REV')).toMatchTextContent(/Licenza RCA\/REV non valida/);
  expect(findSubmitButton('RCA/REV').elements()).toHaveLength(0);
  await userEvent.click(findForm('RCA/REV').getByRole('textbox').first());
  await userEvent.keyboard('{Enter}');
  // Without the permission, a licensed plant is not offered.
  if (licensed.login === null) throw new Error('not signed in');
  const reader = { ...licensed, login: { ...licensed.login, user: { ...licensed.login.user, level: 4 } } };
  usePlants.setState({ plants: new Map([[reader.credentialId, reader]]) });
  await expect.element(page.getByText('Nessun impianto su cui puoi fare visure')).toBeVisible();
  expect(page.getByRole('region', { name: 'RCA/REV', exact: true }).elements()).toHaveLength(0);
  expect(await fetchCalls()).toEqual([]);
});
