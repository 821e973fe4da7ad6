import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPortalUser } from '../../../test/portal-user.ts';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { storedJourneyDraft } from '../../lib/analyses/journeys.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { ChartsScreen } from './ChartsScreen.tsx';

const LABELS = ['Cesena Cintura', 'Forlì Centro'];
let tokens: readonly string[] = [];

async function renderScreen(
  isLicensed = true,
  options: readonly ('g2g' | 'population')[] = [],
  height?: number,
): Promise<void> {
  tokens = LABELS.map(() => crypto.randomUUID());
  const has = (option: 'g2g' | 'population'): boolean => options.includes(option);
  const charts = { expiration_date: null, g2g: has('g2g'), population: has('population') };
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
  await render(
    <TestProviders
      screen={() => (
        <div data-testid="shell" style={height === undefined ? {} : { height, overflow: 'hidden' }}>
          <ChartsScreen />
        </div>
      )}
    />,
  );
}
const setMode = (at: number, mode: string): Promise<unknown> =>
  fetch(`/test-plant/${tokens[at]}/${mode}`, { method: 'POST' });

beforeEach(() => {
  useSession.setState({ status: 'signed-in', user: createPortalUser() });
  bindTranslator(createI18n('it').t);
});
afterEach(() => {
  usePlants.setState({ plants: new Map() });
  useSession.setState({ user: null });
});

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

test('what is true of several plants is said once and names them', async () => {
  await renderScreen();
  await setMode(0, 'limited');
  await setMode(1, 'limited');
  await userEvent.click(draw);
  const plants = LABELS.join(', ');
  await expect.element(results.getByText(`${plants}: i due periodi non sono interi`, { exact: false })).toBeVisible();
  expect(results.getByText(/i due periodi non sono interi/).elements()).toHaveLength(1);
  await expect.element(results.getByText(`${plants}: una parte del periodo è oltre la conservazione.`)).toBeVisible();
  await setMode(0, 'fail');
  await setMode(1, 'fail');
  await userEvent.click(draw);
  await expect.element(results.getByText(`${plants} non hanno risposto: non sono nei totali.`)).toBeVisible();
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

test('LIC-07 without the option in the licence no flows are offered', async () => {
  await renderScreen(true, ['population']);
  await userEvent.click(draw);
  await expect.element(results.getByText('2 impianti su 2 hanno risposto')).toBeVisible();
  await expect.element(results.getByRole('button', { name: 'Nazione', exact: true })).toBeVisible();
  await expect.element(results.getByRole('button', { name: 'Flussi', exact: true })).not.toBeInTheDocument();
});

test('LIC-07 with the option flows are drawn a plant at a time, and a pair opens its analysis', async () => {
  await renderScreen(true, ['g2g']);
  await userEvent.click(draw);
  await choose('Flussi');
  const flows = results.getByRole('table', { name: 'Viaggi da varco a varco' });
  await expect
    .element(flows.getByRole('row', { name: /Varco 1 → Varco 2/ }))
    .toMatchTextContent(/1\.200.*7:30.*1\.200.*±0/);
  await expect.element(flows.getByRole('row', { name: /Varco 2 → Varco 1/ })).toMatchTextContent(/50.*50:00/);
  await expect.element(results.getByText(/^Cesena Cintura: 1\.250 viaggi dal/)).toBeVisible();
  await expect.element(results.getByText(/^Un giorno non è ancora contato/)).toBeVisible();
  await expect
    .poll(() => document.querySelector('figure canvas')?.clientHeight, { timeout: 30_000 })
    .toBeGreaterThan(400);
  await choose('Forlì Centro');
  await expect.element(results.getByText(/^Forlì Centro: 1\.250 viaggi dal/)).toBeVisible();
  await userEvent.click(flows.getByRole('button', { name: /Varco 2 → Varco 1$/ }));
  await expect
    .poll(async () => (await storedJourneyDraft.load())?.gates)
    .toEqual([
      { peerId: 2, gateId: 2 },
      { peerId: 2, gateId: 1 },
    ]);
});

test('plants that fail are named, and there is nothing to take away', async () => {
  await renderScreen(true, ['g2g']);
  await userEvent.click(draw);
  await expect.element(results.getByText('2 impianti su 2 hanno risposto')).toBeVisible();
  await setMode(0, 'fail');
  await setMode(1, 'fail');
  await choose('Flussi');
  await expect
    .element(results.getByText(`${LABELS.join(', ')} non hanno risposto: non sono nei totali.`))
    .toBeVisible();
  await expect.element(results.getByRole('button', { name: 'CSV', exact: true })).toBeDisabled();
  await expect.element(results.getByRole('button', { name: 'Ore', exact: true })).toBeEnabled();
});

test('LIC-07 without the option in the licence no population is offered', async () => {
  await renderScreen(true, ['g2g']);
  await userEvent.click(draw);
  await expect.element(results.getByRole('button', { name: 'Flussi', exact: true })).toBeVisible();
  await expect.element(results.getByRole('button', { name: 'Popolazione', exact: true })).not.toBeInTheDocument();
});

test('LIC-07 with the option the population is drawn with ranges, of a plant or a gate at a time', async () => {
  await renderScreen(true, ['population']);
  await userEvent.click(draw);
  await choose('Popolazione');
  const means = results.getByRole('table', { name: 'Medie al giorno' });
  await expect
    .element(means.getByRole('row', { name: /^Residenti/ }))
    .toMatchTextContent(/1\.300.*1\.100–1\.400.*1\.300.*±0/);
  await expect.element(means.getByRole('row', { name: /^Pendolari/ })).toMatchTextContent(/800.*700–1\.000/);
  const days = results.getByRole('table', { name: 'Residenti, pendolari e di passaggio' });
  await expect.element(days.getByRole('row').nth(1)).toMatchTextContent(/1\.400pochepoche3\.000/);
  await expect.element(results.getByText(/^Cesena Cintura: 2 giorni contati/)).toBeVisible();
  await expect.element(results.getByText(/^Il 2,0.?% dei passaggi non ha una targa letta per intero/)).toBeVisible();
  await expect.element(results.getByText(/^In un giorno un conteggio è nascosto/)).toBeVisible();
  await expect.element(results.getByText(/^3 giorni non sono ancora contati/)).toBeVisible();
  await expect
    .poll(() => document.querySelector('figure canvas')?.clientHeight, { timeout: 30_000 })
    .toBeGreaterThan(200);
  const gate = results.getByRole('combobox', { name: 'Tutto l’impianto o un varco' });
  await userEvent.click(gate);
  await userEvent.click(page.getByRole('option').nth(1));
  await expect.element(means.getByRole('row', { name: /^Pendolari/ })).toMatchTextContent(/400/);
  await choose('Forlì Centro');
  await expect.element(results.getByText(/^Forlì Centro: 2 giorni contati/)).toBeVisible();
  await expect.element(means.getByRole('row', { name: /^Pendolari/ })).toMatchTextContent(/800/);
});

test('a plant without an answer has no population to take away, and another can be chosen', async () => {
  await renderScreen(true, ['population']);
  await userEvent.click(draw);
  await expect.element(results.getByText('2 impianti su 2 hanno risposto')).toBeVisible();
  await setMode(0, 'fail');
  await choose('Popolazione');
  await expect.element(results.getByText('Cesena Cintura non ha risposto: non è nei totali.')).toBeVisible();
  await expect.element(results.getByRole('button', { name: 'CSV', exact: true })).toBeDisabled();
  await choose('Forlì Centro');
  await expect.element(results.getByText(/^Forlì Centro: 2 giorni contati/)).toBeVisible();
  await expect.element(results.getByRole('button', { name: 'CSV', exact: true })).toBeEnabled();
});

test('below its form the result scrolls into sight by itself', async () => {
  await page.viewport(720, 600);
  await renderScreen(true, [], 600);
  await userEvent.click(draw);
  await expect.element(results.getByText('2 impianti su 2 hanno risposto')).toBeVisible();
  await expect.poll(() => results.element().getBoundingClientRect().top).toBeLessThan(200);
  // The region around form and result moved, not what is around the screen.
  expect(page.getByTestId('shell').element().scrollTop).toBe(0);
});
