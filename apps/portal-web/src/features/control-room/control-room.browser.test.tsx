import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { NO_WALL } from '../../../test/no-wall.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { ControlRoomScreen } from './ControlRoomScreen.tsx';

const LABELS = ['Cesena Cintura', 'Forlì Centro', 'Rimini Costa'];
let tokens: readonly string[] = [];

/** Three plants; the second does not answer, the third refuses the user transits. */
async function renderScreen(modes: readonly string[] = ['ok', 'hold']): Promise<void> {
  tokens = LABELS.map(() => crypto.randomUUID());
  for (const [at, mode] of modes.entries()) await setMode(at, mode);
  const plants = LABELS.map((label, at) => {
    const plant = createPlantSession(at + 1, tokens[at] ?? '', label, 6);
    if (plant.login === null) throw new Error('not signed in');
    const group = at === 2 ? 'comune' : 'fdo carabinieri';
    return { ...plant, login: { ...plant.login, user: { ...plant.login.user, group } } };
  });
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  await render(<TestProviders screen={() => <ControlRoomScreen alerts={<p>Allarmi</p>} wall={NO_WALL} />} />);
}
const setMode = (at: number, mode: string): Promise<unknown> =>
  fetch(`/test-plant/${tokens[at]}/${mode}`, { method: 'POST' });

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(async () => {
  // Ends the open streams.
  for (const at of tokens.keys()) await setMode(at, 'ok');
  usePlants.setState({ plants: new Map() });
});

const tile = (name: RegExp) => page.getByRole('button', { name });
const strip = page.getByRole('list', { name: 'Impianti' });

test('GEN-08 figures of the plants that have answered stand while another hangs, and are marked as partial', async () => {
  await renderScreen();
  await expect.element(tile(/^Transiti oggi 1\.234 \+10,0.%/)).toBeVisible();
  await expect.element(tile(/^Targhe controllate 1\.200 97,2.% dei transiti/)).toBeVisible();
  await expect
    .element(tile(/^Non assicurati 12 −8 su ieri alle 14:00 ±0 sulla media di 4 settimane parziale, 1 impianto su 3/))
    .toBeVisible();
  await expect.element(tile(/^Telecamere ferme 1 su 24 in uso/)).toBeVisible();
  await expect.element(page.getByText('Dal vivo: 1 impianto su 3')).toBeVisible();
  await expect.element(page.getByText('Forlì Centro non ha ancora risposto.')).toBeVisible();
  await expect.element(page.getByText(/^Rimini Costa non ti mostra i transiti/)).toBeVisible();
  await setMode(1, 'ok');
  await expect.element(tile(/^Transiti oggi 2\.468 /)).toBeVisible();
  await expect.element(page.getByText('Dal vivo: 2 impianti su 3')).toBeVisible();
});

test('CAM-02 the strip has every plant with its state, transits, cameras and newest read', async () => {
  await renderScreen();
  const [live, waiting, away] = [0, 1, 2].map((at) => strip.getByRole('listitem').nth(at));
  await expect.element(live ?? strip).toMatchTextContent(/Cesena Cintura.*dal vivo.*1\.234 transiti.*23\/24/);
  await expect.element(live ?? strip).toMatchTextContent(/ultima targa \d+ secondi fa/);
  await expect.element(waiting ?? strip).toMatchTextContent(/Forlì Centro.*in attesa/);
  await expect.element(away ?? strip).toMatchTextContent(/Rimini Costa.*SENZA PERMESSI/);
});

test('GEN-08 a tile opens the transits of today behind it, by keyboard', async () => {
  await renderScreen();
  const uninsured = tile(/^Non assicurati 12/);
  await expect.element(uninsured).toBeVisible();
  (uninsured.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(useTabs.getState().tabs.at(-1)).toMatchObject({
    kind: 'transit-list',
    runs: true,
    filter: { infringements: ['NA'], peerIds: [1], period: { kind: 'range', start: '2026-11-19T23:00:00.000Z' } },
  });
});

test('what is true of several plants is said once and names them', async () => {
  await renderScreen(['fail', 'fail']);
  await expect
    .element(page.getByText('Cesena Cintura, Forlì Centro non sono dal vivo: non sono nei totali.'))
    .toBeVisible();
});

test('a plant that fails is not in the totals, is tried again, and comes back by itself', async () => {
  await renderScreen(['fail', 'hold']);
  await expect.element(page.getByText('Cesena Cintura non è dal vivo: non è nei totali.')).toBeVisible();
  await expect.element(page.getByText('Non dal vivo: nessun impianto sta inviando')).toBeVisible();
  await expect.element(tile(/^Transiti oggi – non disponibile/)).toBeVisible();
  // The chart has nothing either, and says what would be there: the other plant may still answer.
  const chart = page.getByRole('region', { name: 'Transiti per ora, ultime 24 ore' });
  await expect.element(chart.getByRole('heading', { name: 'In attesa degli impianti' })).toBeVisible();
  await expect.element(chart.getByText(/^Qui si vedono i transiti di ogni ora/)).toBeVisible();
  await setMode(0, 'ok');
  await expect.element(tile(/^Transiti oggi 1\.234 /), { timeout: 15_000 }).toBeVisible();
});

test('the chart has a table with the same hours, and names the plant that stood still', async () => {
  await renderScreen();
  await expect.element(page.getByText('Ore con dati mancanti: Cesena Cintura.')).toBeVisible();
  await expect.poll(() => document.querySelector('canvas')?.clientHeight, { timeout: 30_000 }).toBeGreaterThan(100);
  const panel = page.getByRole('region', { name: 'Transiti per ora, ultime 24 ore' });
  await userEvent.click(panel.getByRole('button', { name: 'Mostra come tabella' }));
  const table = page.getByRole('table', { name: 'Transiti per ora, ultime 24 ore' });
  await expect.element(table.getByRole('row', { name: /^09:00 190 171 Cesena Cintura/ })).toBeVisible();
  expect(table.getByRole('row').all()).toHaveLength(26);
});
