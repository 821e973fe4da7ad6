import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlateDialog } from '../../lib/plate-dialog.store.ts';
import { BLACKLIST_ACTION } from '../../lib/lists/blacklist-action.ts';
import { closeBlacklistForm, useBlacklistRequest } from '../../lib/lists/blacklist-request.store.ts';
import { useNotices } from '../../lib/notices/notices.store.ts';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { registerTransitActions } from '../../lib/transit-actions/action-registry.ts';
import { BUILT_ACTIONS } from '../../lib/transit-actions/built-actions.ts';
import { useTransitDialog } from '../../lib/transit-dialog.store.ts';
import { lastSelectableMinute } from './suspect-form.ts';
import { getSuspectController, type SuspectController } from './suspect-controller.ts';
import { SuspectsScreen } from './SuspectsScreen.tsx';
import { now } from '../../lib/clock.ts';
import { toRomeClock, shiftDays } from '../../lib/rome-days.ts';

let token: string;
let controllerCount = 0;
let controller: SuspectController;

function createPlant(peerId: number, label: string, group = 'fdo carabinieri'): PlantSession {
  const one = createPlantSession(peerId, `${token}${peerId}`, label, 6);
  if (one.login === null) throw new Error('not signed in');
  return { ...one, login: { ...one.login, user: { ...one.login.user, group } } };
}

/** Field value of a time some days ago. */
const daysAgo = (days: number, time: string): string => `${toRomeClock(shiftDays(now(), -days)).day}T${time}`;

async function renderScreen(...plants: PlantSession[]): Promise<void> {
  usePlants.setState({ plants: new Map(plants.map((one) => [one.credentialId, one])) });
  controllerCount += 1;
  controller = getSuspectController(`test-${controllerCount}`);
  await render(<TestProviders screen={() => <SuspectsScreen controller={controller} />} />);
  await expect.element(page.getByRole('search')).toBeVisible();
  controller.updateForm({
    selectedPeer: null,
    startTime: daysAgo(1, '10:00'),
    endTime: daysAgo(1, '18:00'),
    plate: '',
    gateIds: [],
  });
}

const search = page.getByRole('search').getByRole('button', { name: 'Cerca', exact: true });
const findRow = (plate: string) =>
  page.getByRole('row').filter({ has: page.getByRole('img', { name: new RegExp(plate) }) });
const fetchSearchBodies = async () =>
  ((await (await fetch(`/test-plant/${token}1`)).json()) as { route: string; body: Record<string, unknown> }[]).filter(
    ({ route }) => route === 'POST /api/v2/lpr/suspects',
  );

beforeEach(async () => {
  // Wider than a phone, which has fewer columns; narrow enough for the frame to scroll as a whole.
  await page.viewport(640, 900);
  token = crypto.randomUUID();
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

test('SUS-01 SUS-03 SUS-21 the bar: a locked plant, times, plate, gates, kinds; only plants of the force', async () => {
  await renderScreen(createPlant(1, 'Cesena Cintura'), createPlant(2, 'Comune', 'comune'));
  await expect.element(page.getByRole('combobox', { name: 'Seleziona impianto' })).toBeDisabled();
  await expect.element(page.getByRole('combobox', { name: 'Seleziona impianto' })).toHaveValue('Cesena Cintura');
  for (const name of ['Targa', 'Varchi', 'Tipo veicolo'])
    await expect.element(page.getByRole('search').getByLabelText(name, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Al', exact: true })).toBeVisible();
  const calendars = [...document.querySelectorAll('input[type=datetime-local]')];
  expect(calendars.map((one) => one.getAttribute('max'))).toEqual([
    lastSelectableMinute(now()),
    lastSelectableMinute(now()),
  ]);
});

test('SUS-02 SUS-15 SUS-16 SUS-17 what forbids a search locks the button and says why; more than 8 hours warns', async () => {
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  await expect.element(search).toBeEnabled();
  await expect.element(page.getByText(/superiore alle 8 ore/)).not.toBeInTheDocument();
  controller.updateForm({ endTime: daysAgo(1, '18:01') });
  await expect
    .element(
      page.getByText(
        "Attenzione: hai impostato una ricerca con un range temporale superiore alle 8 ore. L'elaborazione potrebbere impiegare molto tempo.",
      ),
    )
    .toBeVisible();
  for (const [change, text] of [
    [{ startTime: '' }, 'Indica l’inizio.'],
    [{ startTime: daysAgo(1, '19:00'), endTime: daysAgo(1, '18:00') }, 'La fine viene prima dell’inizio.'],
    [
      { startTime: daysAgo(8, '10:00'), endTime: daysAgo(1, '10:01') },
      'Superato il range temporale massimo consentito di 7 giorni.',
    ],
    [
      { startTime: daysAgo(1, '10:00'), endTime: daysAgo(-1, '00:00') },
      'La data non può essere successiva alla fine di oggi.',
    ],
  ] as const) {
    controller.updateForm(change);
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(search).toBeDisabled();
  }
  controller.updateForm({ startTime: daysAgo(8, '10:00'), endTime: daysAgo(1, '10:00') });
  await expect.element(search).toBeEnabled();
});

test('SUS-04 SUS-05 SUS-14 SUS-22 the table with its columns, legend, code in hex; asked with one page of 200', async () => {
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect.element(page.getByText('3 sospetti')).toBeVisible();
  for (const name of ['Segnali', /^Punteggio/, 'Targa', 'Transiti', 'Tipo veicolo', 'Nazionalità', 'Codice', 'Info'])
    await expect.element(page.getByRole('columnheader', { name }).first()).toBeVisible();
  await expect.element(page.getByText('punteggio AI')).toBeVisible();
  const legend = page.getByRole('list', { name: 'Legenda' });
  for (const text of ['veicolo di alto interesse', 'veicolo sospetto', 'visualizza elenco transiti'])
    await expect.element(legend.getByText(text)).toBeVisible();
  await expect.element(findRow('GK001RB').getByText('0x0FF')).toBeVisible();
  await expect.element(findRow('GK001RB').getByText('zona locale')).toBeVisible();
  expect(await fetchSearchBodies()).toMatchObject([{ body: { p: 1, page_size: 200 } }]);
  expect(Object.keys((await fetchSearchBodies())[0]?.body ?? {}).toSorted()).toEqual([
    'end_time',
    'p',
    'page_size',
    'start_time',
  ]);
  await expect.element(page.getByText('troppo basso')).not.toBeInTheDocument();
});

test('on a phone a suspect is plate, score and actions', async () => {
  await page.viewport(390, 844);
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect.element(findRow('GK001RB').getByRole('button', { name: /^Azioni/ })).toBeInViewport({ ratio: 1 });
  await expect.element(findRow('GK001RB').getByText('Perché')).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole('columnheader', { name: 'Codice' })).not.toBeInTheDocument();
});

test('SUS-10 199 rows say nothing; from 200 on a note tells of transits scored too low', async () => {
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  const note = page.getByText(/Sono stati rilevati altri transiti, ma il loro punteggio è troppo basso/);
  controller.updateForm({ plate: 'N199' });
  await search.click();
  await expect.element(page.getByText('199 sospetti')).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  controller.updateForm({ plate: 'N200' });
  // A lookup by accessible name among 200 rows is slow, so it is done once.
  controller.run(1);
  await expect.element(note).toBeVisible();
});

test('SUS-10 SUS-13 likely misreads that were left out are counted, and a search that could not judge all plates says so', async () => {
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  const unjudged = page.getByText(/ne sono state giudicate 2000, in ordine alfabetico/);
  await search.click();
  await expect.element(page.getByText('3 sospetti')).toBeVisible();
  await expect.element(page.getByText(/probabil/)).not.toBeInTheDocument();
  await expect.element(unjudged).not.toBeInTheDocument();
  controller.updateForm({ plate: 'JU*' });
  controller.run(1);
  await expect
    .element(page.getByText(/3 targhe lette in luoghi troppo lontani escluse: probabili errori di lettura/))
    .toBeVisible();
  await expect.element(unjudged).toBeVisible();
});

test('a result that the person’s role cuts says so, and that an approval changes nothing here', async () => {
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  const limited = page.getByText(/^Il tuo ruolo vede solo un periodo limitato: .* nemmeno con il consenso/);
  await search.click();
  await expect.element(page.getByText('3 sospetti')).toBeVisible();
  await expect.element(limited).not.toBeInTheDocument();
  controller.updateForm({ plate: 'RU*' });
  controller.run(1);
  await expect.element(limited).toBeVisible();
});

test('SUS-06 SUS-07 detail over the screen, the list of transits, the actions, the explanation that adds up', async () => {
  const giveBack = registerTransitActions(BUILT_ACTIONS);
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  await search.click();
  await page.getByRole('button', { name: 'Dettaglio di GK001RB' }).click();
  await expect.poll(() => useTransitDialog.getState().request).toEqual({ peerId: 1, transitId: '1' });
  await page.getByRole('button', { name: 'Elenco dei 7 transiti di GK001RB' }).click();
  expect(usePlateDialog.getState().request).toMatchObject({ plate: 'GK001RB', mode: 'list' });
  await page.getByRole('button', { name: 'Azioni su GK001RB' }).click();
  for (const name of [/Dettaglio/, /Stampa/, /Immagine di contesto/])
    await expect.element(page.getByRole('menuitem', { name }).first()).toBeVisible();
  await page
    .getByRole('menu')
    .getByRole('menuitem', { name: /Immagine di contesto/ })
    .click({ force: true });
  await page.getByRole('button', { name: 'Azioni su GK001RB' }).click({ force: true });
  await page.getByRole('button', { name: '912 Perché: GK001RB' }).click();
  const why = page.getByRole('dialog');
  for (const text of ['+612', '+300', /1 targa su 640/, 'Un punteggio non è una prova: verifica i passaggi.'])
    await expect.element(why.getByText(text)).toBeVisible();
  await expect.element(why.getByRole('row', { name: '912 Totale' })).toBeVisible();
  giveBack();
});

test('putting a suspect on the blacklist hands on the score, so that the log can name it', async () => {
  const giveBack = registerTransitActions([BLACKLIST_ACTION]);
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  await search.click();
  await page.getByRole('button', { name: 'Azioni su GK001RB' }).click();
  await page.getByRole('menuitem', { name: /Inserisci in blacklist/ }).click();
  expect(useBlacklistRequest.getState().request).toMatchObject({
    plate: 'GK001RB',
    score: { modello: 'sospetti', punteggio: 912 },
  });
  expect(useBlacklistRequest.getState().request?.score?.formula).toMatch(/^suspect-\d+$/);
  closeBlacklistForm();
  giveBack();
});

test('SUS-19 a failure clears the results without a notification, and their place says why they are gone', async () => {
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  await search.click();
  await expect.element(page.getByText('3 sospetti')).toBeVisible();
  await fetch(`/test-plant/${token}1/fail`, { method: 'POST' });
  await search.click();
  await expect.element(page.getByText('3 sospetti')).not.toBeInTheDocument();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(useNotices.getState().list).toEqual([]);
  await expect.element(page.getByRole('heading', { name: 'Risultati non disponibili' })).toBeVisible();
  await expect.element(page.getByText('Scegli un periodo')).not.toBeInTheDocument();
});

test('SUS-19 SUS-21 a plant that is off is named: after a search it did not answer, and where it is the only one', async () => {
  const plant = createPlant(1, 'Cesena Cintura');
  // Nothing listens there.
  await renderScreen({ ...plant, origin: 'http://127.0.0.1:9' });
  await search.click();
  await expect.element(page.getByText('Cesena Cintura: impianto non raggiungibile.')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  usePlants.setState({ plants: new Map([['c1', { ...plant, state: 'bad', reason: 'unreachable' }]]) });
  await expect
    .element(page.getByRole('heading', { name: 'Nessun impianto su cui puoi cercare veicoli sospetti' }))
    .toBeVisible();
  await expect.element(page.getByText('Cesena Cintura: impianto non raggiungibile.')).toBeVisible();
});

test('the points are there for everybody to read, and locked for who may not change them', async () => {
  await renderScreen(createPlant(1, 'Cesena Cintura'));
  await page.getByRole('button', { name: 'Come si calcola' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox', { name: 'Giri sugli stessi varchi' })).toHaveValue('300');
  await expect.element(dialog.getByText('Li modifica solo un amministratore dell’impianto (livello 8).')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Salva i punti' })).not.toBeInTheDocument();
});
