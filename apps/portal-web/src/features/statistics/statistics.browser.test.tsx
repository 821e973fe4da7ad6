import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { StatisticsScreen } from './StatisticsScreen.tsx';

const LABELS = ['Cesena Cintura', 'Forlì Centro'];
let tokens: readonly string[] = [];

async function renderScreen(group = 'fdo carabinieri'): Promise<void> {
  tokens = LABELS.map(() => crypto.randomUUID());
  const plants = LABELS.map((label, at) => {
    const plant = createPlantSession(at + 1, tokens[at] ?? '', label, 6);
    if (plant.login === null) throw new Error('not signed in');
    return { ...plant, login: { ...plant.login, user: { ...plant.login.user, group } } };
  });
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  await render(<TestProviders screen={() => <StatisticsScreen />} />);
}
const setMode = (at: number, mode: string): Promise<unknown> =>
  fetch(`/test-plant/${tokens[at]}/${mode}`, { method: 'POST' });
const fetchReportCalls = async (at: number): Promise<readonly Record<string, unknown>[]> =>
  ((await (await fetch(`/test-plant/${tokens[at]}`)).json()) as { route: string; body: Record<string, unknown> }[])
    .filter(({ route }) => route.includes('statistics'))
    .map(({ body }) => body);

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const report = page.getByRole('region', { name: 'Report', exact: true });
const runButton = page.getByRole('button', { name: /^Calcola/ });

test('STAT-01 PERM-01 without a plant whose transits one may read there is no question', async () => {
  await renderScreen('comune');
  await expect.element(page.getByText('Nessun impianto disponibile')).toBeVisible();
  await expect.element(runButton).not.toBeInTheDocument();
});

test('STAT-01 both plants answer; bounds, checked and what is missing are said, and a number opens its transits', async () => {
  await renderScreen();
  await expect.element(report.getByText(/^Scegli impianti e periodo/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Varco', exact: true }));
  await userEvent.click(runButton);
  await expect.element(report.getByText('2 impianti su 2 hanno risposto')).toBeVisible();
  const row = report.getByRole('row', { name: /^CES Varco 1/ });
  await expect.element(row).toMatchTextContent(/1\.200\+?0?.*da 1\.198 a 1\.199.*su 50 verificati/);
  await expect.element(report.getByRole('row', { name: /^Totale/ })).toMatchTextContent(/2\.468.*da 1\.232 a 2\.466/);
  await expect
    .element(report.getByText('Cesena Cintura, Forlì Centro: il tuo utente vede solo un intervallo limitato.'))
    .toBeVisible();
  await expect.element(report.getByText(/Cesena Cintura: 7 transiti non sono ancora contati/)).toBeVisible();
  await expect
    .poll(() => document.querySelector('figure canvas')?.clientHeight, { timeout: 30_000 })
    .toBeGreaterThan(100);
  // The period, and the same number of days before it.
  expect(await fetchReportCalls(0)).toMatchObject([{ per: 'varco' }, { per: 'varco' }]);
  await userEvent.click(row.getByRole('button', { name: /^Non assicurate/ }));
  expect(useTabs.getState().tabs.at(-1)).toMatchObject({
    kind: 'transit-list',
    runs: true,
    filter: { infringements: ['NA'], gates: [{ peerId: 1, gateId: 1 }], period: { kind: 'range' } },
  });
});

test('STAT-01 a plant that fails is named and left out; the other counts. All fail: it is said', async () => {
  await renderScreen();
  await setMode(1, 'fail');
  await userEvent.click(runButton);
  await expect.element(report.getByText('Forlì Centro non ha risposto: non è nei totali.')).toBeVisible();
  await expect.element(report.getByText('1 impianto su 2 ha risposto')).toBeVisible();
  await expect.element(report.getByRole('row', { name: /^Totale/ })).toMatchTextContent(/1\.234/);
  await setMode(0, 'fail');
  await userEvent.click(runButton);
  await expect.element(report.getByText('Nessun impianto ha risposto')).toBeVisible();
});

test('STAT-01 what has come is shown while another plant is waited for; half a report does not leave the screen', async () => {
  await renderScreen();
  await setMode(1, 'hold');
  await userEvent.click(page.getByRole('button', { name: 'Nessuno' }));
  await userEvent.click(runButton);
  await expect.element(report.getByText(/In attesa di 1 impianto/)).toBeVisible();
  await expect.element(report.getByRole('row', { name: /^Cesena Cintura/ })).toBeVisible();
  await expect.element(report.getByRole('button', { name: 'CSV' })).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'Interrompi' }));
  await expect.element(report.getByText(/^Interrotto/)).toBeVisible();
  await expect.element(report.getByRole('button', { name: 'CSV' })).toBeEnabled();
  await setMode(1, 'ok');
});

test('on a wide window the chart takes the width of its table; on a phone the table moves inside its own region', async () => {
  await page.viewport(1920, 1080);
  await renderScreen();
  await userEvent.click(runButton);
  const table = report.getByRole('group', { name: 'Controlli' });
  const widthOf = (element: Element): number => element.getBoundingClientRect().width;
  await expect
    .poll(() => widthOf(table.element()) - (document.querySelector('figure canvas')?.clientWidth ?? 0), {
      timeout: 30_000,
    })
    .toBeLessThan(60);
  expect(widthOf(table.element())).toBeGreaterThan(1400);
  await page.viewport(390, 844);
  await expect.poll(() => table.element().scrollWidth).toBeGreaterThan(400);
  expect(widthOf(table.element())).toBeLessThanOrEqual(390);
  await page.viewport(414, 896);
});
