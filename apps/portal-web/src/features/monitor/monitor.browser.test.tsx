import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { MonitorScreen } from './MonitorScreen.tsx';

let token = '';

async function renderScreen(group = 'fdo carabinieri'): Promise<void> {
  token = crypto.randomUUID();
  const plant = createPlantSession(1, token, 'Cesena Cintura', 6);
  if (plant.login === null) throw new Error('not signed in');
  const login = { ...plant.login, user: { ...plant.login.user, group } };
  usePlants.setState({ plants: new Map([['c1', { ...plant, login }]]) });
  await render(<TestProviders screen={() => <MonitorScreen />} />);
}
const setMode = (mode: string): Promise<unknown> => fetch(`/test-plant/${token}/${mode}`, { method: 'POST' });
const selectPlant = async (): Promise<void> => {
  await userEvent.fill(page.getByRole('combobox', { name: 'Impianti' }), 'Cesena');
  await userEvent.click(page.getByRole('option', { name: 'Cesena Cintura' }));
};

beforeEach(() => {
  useSession.setState({ status: 'signed-in', user: null });
  bindTranslator(createI18n('it').t);
});
afterEach(() => {
  vi.useRealTimers();
  usePlants.setState({ plants: new Map() });
});

const tiles = page.getByRole('list', { name: 'Varchi osservati' }).getByRole('listitem');

test('MON-01 PERM-01 without a plant whose transits one may read nothing is watched', async () => {
  await renderScreen('comune');
  await expect.element(page.getByText('Nessun impianto disponibile')).toBeVisible();
});

test('before gates are chosen each plant says what it has, without a transit; one press watches all its gates', async () => {
  await renderScreen();
  const row = page
    .getByRole('table', { name: 'Impianti e loro telecamere' })
    .getByRole('row', { name: /Cesena Cintura/ });
  await expect.element(row).toMatchTextContent(/^Cesena Cintura\d+\d+/);
  expect(document.body.textContent).not.toMatch(/GK.?008.?RB/);
  await userEvent.click(page.getByRole('button', { name: 'Osserva Cesena Cintura' }));
  await expect.element(tiles.nth(0)).toMatchTextContent(/^Varco 1.*GK.?008.?RB/);
  await expect.element(row).not.toBeInTheDocument();
});

test('MON-01 a tile says how old its transit is, another that there is none; a press opens the transit', async () => {
  await renderScreen();
  await expect.element(page.getByText('Scegli i varchi da osservare')).toBeVisible();
  await selectPlant();
  await expect.element(tiles.nth(0)).toMatchTextContent(/^Varco 1.*GK.?008.?RB.*2 min fa/);
  await expect.element(tiles.nth(0).getByText('Transito senza immagine')).toBeVisible();
  await expect.element(tiles.nth(1).getByText('Nessun transito conservato')).toBeVisible();
  await userEvent.click(tiles.nth(0).getByRole('button'));
  expect(useTabs.getState().tabs.at(-1)).toMatchObject({ kind: 'transit-detail', peerId: 1, transitId: '8' });
});

test('MON-01 a plant that does not answer is named, with the time to the next try; once it answers it is shown', async () => {
  await renderScreen();
  await expect.element(page.getByText('Scegli i varchi da osservare')).toBeVisible();
  await selectPlant();
  await expect.element(tiles.nth(1)).toBeVisible();
  await setMode('fail');
  await expect
    .element(page.getByText(/^Cesena Cintura non risponde: .*fra \d+ s\.$/), { timeout: 9_000 })
    .toBeVisible();
  // The last known transits remain.
  await expect.element(tiles.nth(0)).toMatchTextContent(/GK.?008.?RB/);
  await setMode('ok');
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }));
  await expect.element(page.getByText(/non risponde/)).not.toBeInTheDocument();
});

test('CONST-02 the page of gates changes by itself never, or every 5, 15, 30, 60 or 120 seconds', async () => {
  await renderScreen();
  const choices = page.getByLabelText('Rotazione').getByRole('option');
  await expect.element(choices.first()).toBeInTheDocument();
  expect(choices.elements().map((option) => option.getAttribute('value'))).toEqual(['0', '5', '15', '30', '60', '120']);
});

test('MON-01 the grid turns by itself, not while somebody points at it or stopped it, and goes on afterwards', async () => {
  await renderScreen();
  await expect.element(page.getByText('Scegli i varchi da osservare')).toBeVisible();
  await selectPlant();
  await userEvent.click(page.getByRole('button', { name: 'Griglia 1 × 1' }));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await userEvent.selectOptions(page.getByLabelText('Rotazione'), '5 s');
  await expect.element(tiles).toMatchTextContent(/^Varco 1/);
  await userEvent.hover(tiles);
  await expect.element(page.getByText(/rotazione in pausa/)).toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(tiles).toMatchTextContent(/^Varco 1/);
  await userEvent.hover(page.getByLabelText('Rotazione'));
  await expect.element(page.getByText(/rotazione in pausa/)).not.toBeInTheDocument();
  vi.advanceTimersByTime(5_000);
  await expect.element(tiles).toMatchTextContent(/^Varco 2/);
  await userEvent.click(page.getByRole('button', { name: 'Ferma la rotazione' }));
  vi.advanceTimersByTime(60_000);
  await expect.element(tiles).toMatchTextContent(/^Varco 2/);
});

test('a grid that disappears under the pointer does not pause the rotation when it comes back', async () => {
  await renderScreen();
  const [first] = usePlants.getState().plants.values();
  if (first === undefined) throw new Error('no plant');
  const other = createPlantSession(2, crypto.randomUUID(), 'Forlì Sud', 6);
  const setState = (state: 'ok' | 'verifying'): void =>
    usePlants.setState({
      plants: new Map([
        ['c1', { ...first, state }],
        ['c2', other],
      ]),
    });
  setState('ok');
  await selectPlant();
  await userEvent.click(page.getByRole('button', { name: 'Griglia 1 × 1' }));
  await userEvent.selectOptions(page.getByLabelText('Rotazione'), '60 s');
  await userEvent.hover(tiles);
  await expect.element(page.getByText(/rotazione in pausa/)).toBeVisible();
  setState('verifying');
  await expect.element(tiles).not.toBeInTheDocument();
  await userEvent.hover(page.getByLabelText('Rotazione'));
  setState('ok');
  await expect.element(tiles).toBeVisible();
  await expect.element(page.getByText(/rotazione in pausa/)).not.toBeInTheDocument();
});
