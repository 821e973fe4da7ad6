import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { ChartsScreen } from './ChartsScreen.tsx';

const LABELS = ['Cesena Cintura', 'Forlì Centro'];
let tokens: readonly string[] = [];

async function renderScreen(isLicensed = true): Promise<void> {
  tokens = LABELS.map(() => crypto.randomUUID());
  const charts = { expiration_date: null, g2g: false, population: false };
  const plants = LABELS.map((label, at) => {
    const plant = createPlantSession(at + 1, tokens[at] ?? '', label, 6);
    if (plant.login === null) throw new Error('not signed in');
    return {
      ...plant,
      login: {
        ...plant.login,
        user: { ...plant.login.user, group: 'fdo carabinieri' },
        license_info: { ...plant.login.license_info, license_options: isLicensed ? { adv_charts: charts } : null },
      },
    };
  });
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  await render(<TestProviders screen={() => <ChartsScreen />} />);
}
const setMode = (at: number, mode: string): Promise<unknown> =>
  fetch(`/test-plant/${tokens[at]}/${mode}`, { method: 'POST' });

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const results = page.getByRole('region', { name: 'Grafico', exact: true });
const draw = page.getByRole('button', { name: /^Disegna/ });
const choose = (chart: string) => userEvent.click(results.getByRole('button', { name: chart, exact: true }));

test('without a plant that has charts in its licence there is nothing to ask', async () => {
  await renderScreen(false);
  await expect.element(page.getByText('Nessun impianto con i grafici')).toBeVisible();
  await expect.element(draw).not.toBeInTheDocument();
});

test('hours of the week are means over both plants, drawn and as a table; each chart has its own', async () => {
  await renderScreen();
  await userEvent.click(draw);
  await expect.element(results.getByText('2 impianti su 2 hanno risposto')).toBeVisible();
  const hours = results.getByRole('table', { name: 'Transiti per ora e giorno della settimana' });
  // 1200 in five Mondays are 240, on two plants 480; other hours are not in the period.
  await expect.element(hours.getByRole('row', { name: /^09:00/ })).toHaveTextContent('09:00480––––––');
  await expect
    .poll(() => document.querySelector('figure canvas')?.clientHeight, { timeout: 30_000 })
    .toBeGreaterThan(200);
  await choose('Velocità');
  const speed = results.getByRole('table', { name: 'Velocità media per varco' });
  await expect.element(speed.getByRole('row', { name: /^CES Varco 1/ })).toMatchTextContent(/48,5.*800.*48,5/);
  await expect.element(speed.getByRole('row', { name: /^CES Varco 2/ })).toMatchTextContent(/–/);
  await choose('Nazione');
  const nations = results.getByRole('table', { name: 'Transiti per nazione' });
  await expect.element(nations.getByRole('row', { name: /^Straniere/ })).toMatchTextContent(/68.*68.*±0/);
});

test('a plant that fails is named and its figures are missing, in the comparison too', async () => {
  await renderScreen();
  await setMode(1, 'fail');
  await userEvent.click(draw);
  await expect.element(results.getByText('Forlì Centro non ha risposto: non è nei totali.')).toBeVisible();
  await choose('Classi');
  const classes = results.getByRole('table', { name: 'Transiti per classe di veicolo' });
  await expect.element(classes.getByRole('row', { name: /^Autovettura/ })).toMatchTextContent(/1\.234/);
});

test('CONST-18 a chart that would start over a year ago is not asked, and neither is such a comparison', async () => {
  await renderScreen();
  const first = page.getByRole('textbox', { name: 'Dal giorno' });
  await userEvent.click(page.getByRole('button', { name: '1 anno' }));
  await expect.element(page.getByText(/^Il periodo di confronto comincerebbe prima/)).toBeVisible();
  await expect.element(draw).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'Nessuno' }));
  await expect.element(draw).toBeEnabled();
  await userEvent.fill(first, '01/01/2024');
  await expect.element(page.getByText(/un grafico risale al massimo di un anno/)).toBeVisible();
  await expect.element(draw).toBeDisabled();
});
