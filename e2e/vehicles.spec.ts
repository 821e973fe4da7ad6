import type { Page } from '@playwright/test';
import { addDays, toRomeDay } from '@varco/domain/time/rome.ts';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 240_000 });

/** Navigates inside the app, without reloading the page. */
const navigate = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

test('SRCH-09 TAB-01 RTE-16 SUS-20 suspects from the top bar: a tab, a search that is counted, and its reasons', async ({
  page,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026', find: '' });
  await page.getByRole('button', { name: 'Veicoli sospetti', exact: true }).click();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Veicoli sospetti');
  const screen = page.getByRole('region', { name: 'Veicoli sospetti' }).first();
  await expect(screen.getByRole('heading', { name: 'Scegli un periodo' })).toBeVisible();
  // By the calendar of Rome, as the screen does: in the last hour of the UTC day the two differ, and this would be
  // more than a week.
  const week = addDays(toRomeDay(Date.now()), -6);
  await screen.getByLabel('Dal', { exact: true }).fill(week.split('-').toReversed().join('/'));
  await expect(screen.getByText(/superiore alle 8 ore/)).toBeVisible();
  const counted = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/analytics'));
  await screen.getByRole('button', { name: 'Cerca', exact: true }).click();
  // The content of the response is tested at the portal; the browser may already have discarded it here.
  expect((await counted).status()).toBe(200);
  await expect(screen.getByText(/ su [\d.]+ targhe/)).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page, 'suspects');
  await screen.getByRole('button', { name: 'Come si calcola' }).click();
  await expect(page.getByRole('dialog').getByText(/40 punti/)).toBeVisible();
  await expectAccessible(page, 'points of suspects');
  await page.keyboard.press('Escape');
  await navigate(page, '/suspects');
  await expect(page.getByRole('search').getByRole('combobox', { name: 'Seleziona impianto' })).toBeVisible();
});

test('TAB-01 ROUTE-26 RTE-14 RTE-21 accomplices of a transit: a tab that searches by itself, over one plant and over all', async ({
  page,
  list,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026', find: '' });
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await list.rows.nth(1).focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Veicolo complice /);
  const results = page.getByRole('region', { name: /^Veicoli complici di / });
  await expect(results.getByText(/1 impianto su 1 ha risposto/)).toBeVisible({ timeout: 40_000 });
  const body = results.locator('[aria-busy]');
  await expect(body).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, 'accomplices');
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: 'Tutti gli impianti' }).click();
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(body).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
  await expect(results.getByText(/impianti su \d hanno risposto/)).toBeVisible();
  await navigate(page, '/partners-crime');
  await expect(page.getByRole('heading', { name: 'Scegli una targa' })).toBeVisible();
});
