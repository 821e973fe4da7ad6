import { createI18n } from '@varco/i18n/create-i18n.ts';
import { buildTransitId } from '@varco/domain/transits/transit-id.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { pressAtOnce } from '../../../test/immediate-events.ts';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { BLACKLIST_ACTION } from '../../lib/lists/blacklist-action.ts';
import { closeBlacklistForm, useBlacklistRequest } from '../../lib/lists/blacklist-request.store.ts';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { registerTransitActions } from '../../lib/transit-actions/action-registry.ts';
import { BUILT_ACTIONS } from '../../lib/transit-actions/built-actions.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { DETAIL_DEBOUNCE_MS, useTransitDialog } from '../../lib/transit-dialog.store.ts';
import { type AccompliceForm, EMPTY_ACCOMPLICE_FORM, createFormFromTransit } from './accomplice-form.ts';
import { getAccompliceController, type AccompliceController } from './accomplice-controller.ts';
import { AccompliceScreen } from './AccompliceScreen.tsx';

let token: string;
let controllerCount = 0;
let controller: AccompliceController;

function createPlant(peerId: number, label: string, level = 6): PlantSession {
  const one = createPlantSession(peerId, `${token}${peerId}`, label, level);
  if (one.login === null) throw new Error('not signed in');
  return { ...one, login: { ...one.login, user: { ...one.login.user, group: 'fdo carabinieri' } } };
}

const fetchCalls = async (peerId = 1) =>
  ((await (await fetch(`/test-plant/${token}${peerId}`)).json()) as { route: string; body: Record<string, unknown> }[])
    .filter(({ route }) => route === 'POST /api/platepartners')
    .map(({ body }) => body);

async function renderScreen(form: Partial<AccompliceForm>, ...plants: PlantSession[]): Promise<void> {
  usePlants.setState({ plants: new Map(plants.map((one) => [one.credentialId, one])) });
  controllerCount += 1;
  controller = getAccompliceController(`test-${controllerCount}`, { ...EMPTY_ACCOMPLICE_FORM, ...form });
  await render(<TestProviders screen={() => <AccompliceScreen controller={controller} />} />);
}

const search = page.getByRole('button', { name: 'Cerca', exact: true });
const table = page.getByRole('grid', { name: 'Classifica dei veicoli' });
const row = (plate: string) => table.getByRole('row').filter({ hasText: plate });
const detail = (plate: string) => page.getByRole('region', { name: `Dettagli di ${plate}` });
const openDetail = (plate: string) => page.getByRole('button', { name: `Perché ${plate}` }).click();

beforeEach(() => {
  token = crypto.randomUUID();
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => {
  usePlants.setState({ plants: new Map() });
  vi.useRealTimers();
});

test('ACC-01 ACC-02 ACC-03 ACC-05 the bar: plate, locked plant, numbers from 1, the two boxes, what it does', async () => {
  await renderScreen({}, createPlant(1, 'Cesena Cintura'));
  await expect.element(page.getByRole('textbox', { name: 'Targa' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toBeDisabled();
  const minutes = page.getByRole('textbox', { name: 'Intervallo (minuti)' });
  await expect.element(minutes).toHaveValue('5');
  await expect.element(page.getByRole('textbox', { name: 'Passaggi minimi' })).toHaveValue('1');
  await minutes.fill('0');
  expect(controller.store.getState().form.minutes).toBe(5);
  await minutes.fill('1.5');
  expect([1, 5, 15]).toContain(controller.store.getState().form.minutes);
  await expect.element(page.getByRole('checkbox', { name: 'Ignora comune' })).not.toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Ignora limitrofi' })).not.toBeChecked();
  await expect.element(search).toBeDisabled();
  await page.getByRole('button', { name: 'Come funziona la ricerca' }).hover();
  await expect
    .element(page.getByText('Trova le targhe che hanno attraversato 2 o più varchi insieme alla targa conosciuta.'))
    .toBeVisible();
});

test('ACC-04 ACC-11 ACC-12 ACC-13 a search: both plates, score, percentage, passages, the mark from 350 points', async () => {
  await renderScreen({ plate: 'GK508RB', ignore_comune: true }, createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect.element(row('FT553ZB')).toBeVisible();
  expect(await fetchCalls()).toEqual([
    {
      targa: 'GK508RB',
      delta_minutes: 5,
      min_num_partners_passages: 1,
      ignore_comune_impianto: true,
      ignore_limitrofi: false,
    },
  ]);
  for (const text of ['94,06 %', '350 punti', 'Alta probabilità', '1 viaggio in 1 giorno'])
    await expect.element(row('FT553ZB').getByText(text)).toBeVisible();
  await expect.element(row('DV664PS').getByText('349 punti')).toBeVisible();
  await expect.element(row('DV664PS').getByText('Alta probabilità')).not.toBeInTheDocument();
  await openDetail('FT553ZB');
  for (const text of ['Punteggio 0,94', '30 s dopo', '30 s prima', 'Varco 1'])
    await expect.element(detail('FT553ZB').getByText(text)).toBeVisible();
  for (const plate of ['GK508RB', 'FT553ZB'])
    await expect.element(detail('FT553ZB').getByRole('columnheader', { name: new RegExp(plate) })).toBeVisible();
  await expect
    .element(page.getByText('Sono state trovate altre 3 correlazioni su varchi di cui non disponi di autorizzazione'))
    .toBeVisible();
  await expect.element(page.getByText('Non è una prova.').last()).toBeVisible();
});

test('ACC-14 either plate of a row opens the detail of that transit, after 500 ms, the last one pressed only', async () => {
  await renderScreen({ plate: 'GK508RB' }, createPlant(1, 'Cesena Cintura'));
  await search.click();
  await openDetail('FT553ZB');
  const transit = (plate: string) =>
    detail('FT553ZB').getByRole('button', { name: new RegExp(`^${plate} .*: apri il transito$`) });
  await expect.element(transit('GK508RB').first()).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pressAtOnce(transit('GK508RB').first());
  vi.advanceTimersByTime(DETAIL_DEBOUNCE_MS - 1);
  pressAtOnce(transit('FT553ZB').first());
  vi.advanceTimersByTime(DETAIL_DEBOUNCE_MS - 1);
  expect(useTransitDialog.getState().request).toBe(null);
  vi.advanceTimersByTime(1);
  expect(useTransitDialog.getState().request).toEqual({ peerId: 1, transitId: '201' });
});

test('the explanation holds every number of the score, and says that it is no proof', async () => {
  await renderScreen({ plate: 'GK508RB' }, createPlant(1, 'Cesena Cintura'));
  await search.click();
  await openDetail('FT553ZB');
  const why = page.getByRole('region', { name: 'Spiegazione del punteggio di FT553ZB' });
  for (const text of [
    'passa qui a quest’ora in 0 dei 9 altri giorni',
    '2 varchi, di solito lo fa il 31,0 %',
    '30 s, si alternano',
    '1.000 targhe',
    '10^3,5 : 1, forte',
    'meno le targhe confrontate, log10 1.000: 3,00',
    'forza 3,50, per 100: 350 punti',
  ])
    await expect.element(why.getByText(text)).toBeVisible();
  await expect.element(why.getByRole('table', { name: 'Peso dei viaggi' }).getByText('3,250')).toBeVisible();
  await expect.element(why.getByText('Non è una prova.')).toBeVisible();
});

test('ACC-11 single passages are hidden at first, with their number, and come last without a rank', async () => {
  await renderScreen({ plate: 'GK508RB' }, createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect.element(row('FT553ZB').getByRole('gridcell', { name: '1', exact: true })).toBeVisible();
  await expect.element(row('SI111NG')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Mostra 1 veicolo con un solo passaggio' }).click();
  await expect.element(row('SI111NG').getByText('non ha punteggio')).toBeVisible();
  expect(table.getByRole('row').all().at(-1)?.element().textContent).toContain('SI111NG');
  await page.getByRole('button', { name: 'Nascondi 1 veicolo con un solo passaggio' }).click();
  await expect.element(row('SI111NG')).not.toBeInTheDocument();
});

test('a search that finds single passages only says so and shows them on demand', async () => {
  await renderScreen({ plate: 'ON111LY' }, createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect.element(page.getByText('Nessun veicolo ha viaggiato più volte con ON111LY')).toBeVisible();
  await page.getByRole('button', { name: 'Mostra 1 veicolo con un solo passaggio' }).click();
  await expect.element(row('SI111NG')).toBeVisible();
});

test('arrows walk through the rows, Enter opens and closes the details, the full stop opens the actions', async () => {
  const giveBack = registerTransitActions([...BUILT_ACTIONS, BLACKLIST_ACTION]);
  await renderScreen({ plate: 'GK508RB' }, createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect.element(row('FT553ZB')).toBeVisible();
  (row('FT553ZB').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(detail('DV664PS')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(detail('FT553ZB')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(detail('FT553ZB')).not.toBeInTheDocument();
  await userEvent.keyboard('.');
  const menu = page.getByRole('menu', { name: 'Azioni su FT553ZB' });
  for (const name of [/Passaggi insieme/, /Dettaglio/])
    await expect.element(menu.getByRole('menuitem', { name }).first()).toBeVisible();
  await menu.getByRole('menuitem', { name: /Inserisci in blacklist/ }).click();
  expect(useBlacklistRequest.getState().request).toMatchObject({ plate: 'FT553ZB', score: { modello: 'complici' } });
  closeBlacklistForm();
  giveBack();
});

test('ACC-15 without a candidate the title says so, with the plate', async () => {
  await renderScreen({ plate: 'NO000NE' }, createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect.element(page.getByText('Nessun veicolo "complice" trovato per la targa: NO000NE')).toBeVisible();
});

test('plants where the person’s role cuts the period are named, and that an approval changes nothing here', async () => {
  await renderScreen({ plate: 'RU000LO' }, createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect
    .element(
      page.getByText(/^Il tuo ruolo vede solo un periodo limitato su: Cesena Cintura\. .* nemmeno con il consenso/),
    )
    .toBeVisible();
});

test('ACC-17 a plant that fails just ends the spinner; the line above says that it is missing', async () => {
  await renderScreen({ plate: 'GK508RB' }, createPlant(1, 'Cesena Cintura'));
  await fetch(`/test-plant/${token}1/fail`, { method: 'POST' });
  await search.click();
  await expect.element(page.getByText('1 in errore')).toBeVisible();
  await expect.element(page.getByText('Nessun impianto ha risposto')).toBeVisible();
  await expect.element(search).toBeEnabled();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('all plants at once: the same plate is one candidate, with the passages of both', async () => {
  await renderScreen(
    { plate: 'GK508RB' },
    createPlant(1, 'Cesena Cintura'),
    createPlant(2, 'Forlì Sud'),
    createPlant(3, 'Livello 4', 4),
  );
  await expect.element(page.getByRole('combobox', { name: 'Impianto' })).toHaveValue('Tutti gli impianti');
  await search.click();
  await openDetail('FT553ZB');
  await expect.element(detail('FT553ZB').getByText('Forlì Sud').first()).toBeVisible();
  expect(table.getByRole('row').all()).toHaveLength(3);
  await expect.element(page.getByText('2 veicoli in classifica')).toBeVisible();
  // Both plants report the same session: it counts once, and the plates of both plants are paid for.
  expect(await fetchCalls(1)).toHaveLength(1);
  expect(await fetchCalls(2)).toHaveLength(1);
  expect(await fetchCalls(3)).toHaveLength(0);
});

test('ACC-06 from a transit its own plant is asked by it, with the date minus and plus the minutes', async () => {
  const at = Date.parse('2026-11-20T08:00:00.000Z');
  const id = buildTransitId(1, 'GK508RB', at);
  await renderScreen(
    createFormFromTransit(1, 'GK508RB', id),
    createPlant(1, 'Cesena Cintura'),
    createPlant(2, 'Forlì Sud'),
  );
  await search.click();
  await expect.element(row('FT553ZB')).toBeVisible();
  expect(await fetchCalls()).toMatchObject([
    { id, time_start: '2026-11-20T07:55:00.000Z', time_end: '2026-11-20T08:05:00.000Z', delta_minutes: 5 },
  ]);
  expect(await fetchCalls(2)).toEqual([]);
});

test('TPERM-01 without a plant of level 5 to 8 nothing can be asked', async () => {
  await renderScreen({}, createPlant(1, 'Livello 4', 4), createPlant(2, 'Livello 9', 9));
  await expect.element(page.getByText('Nessun impianto su cui puoi cercare veicoli complici')).toBeVisible();
});
