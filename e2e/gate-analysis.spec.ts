import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

/** Navigates inside the app, without reloading the page. */
const navigate = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

test('G2G-01 RTE-10 ROUTE-21 LIC-07 gates in order, on one plant and over two: journeys, times, matrix, CSV', async ({
  page,
  begin,
}) => {
  test.setTimeout(240_000);
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Da varco a varco' }).click();
  const form = page.getByRole('region', { name: 'Domanda' });
  const run = form.getByRole('button', { name: /^Cerca/ });
  await expect(form).toContainText('non è una prova');
  await expect(run).toBeDisabled();
  const add = form.getByLabel('Varchi in ordine di percorso').first();
  await add.selectOption({ label: 'CES V04 Via Emilia ovest, ingresso' });
  await add.selectOption({ label: 'CES V01 Via Emilia est' });
  await form.getByRole('button', { name: 'Sposta prima: CES V01 Via Emilia est' }).click();
  await form.getByRole('button', { name: 'Sposta prima: CES V04 Via Emilia ovest, ingresso' }).click();
  await form.getByRole('button', { name: '31 giorni' }).click();
  await run.click();
  const results = page.getByRole('region', { name: 'Risultati' });
  await expect(results.getByRole('heading', { name: /^\d+ viagg/ })).toBeVisible({ timeout: 30_000 });
  const matrix = results.getByRole('region', { name: 'Matrice fra i varchi' });
  await expect(matrix.getByRole('row').nth(1)).toContainText(/V04/);
  await expectAccessible(page, 'gate to gate');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    matrix.getByRole('button', { name: 'CSV della matrice' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFDa;A;Viaggi;p10 \(s\)/);

  // Over two plants: their passages are combined in the browser, and the plates are queried by name at the end.
  await add.selectOption({ label: 'FOR V03 Ronco' });
  await page.keyboard.press('Control+Enter');
  await expect(results.getByRole('table', { name: /Orologi degli impianti/ })).toBeVisible({ timeout: 30_000 });
  await expect(results).toContainText('2 impianti su 2 hanno risposto');
  await page.getByRole('button', { name: 'Mappa', exact: true }).click();
  await expect(page.locator('[data-map-state=idle]')).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page, 'gate to gate with its map');
});

/** Adds many gates to an event: at a weekend hardly anybody passes two given ones of the demo. */
async function addGates(event: Locator, names: RegExp): Promise<void> {
  const select = event.getByLabel('Aggiungi varco').first();
  const options = select.locator('option').filter({ hasText: names });
  await expect(options.first()).toBeAttached();
  for (const label of await options.allTextContents()) await select.selectOption({ label });
}

test('REL-01 RTE-15 ROUTE-27 events over two plants, K of N, with what the rarity adds up from', async ({
  page,
  begin,
}) => {
  test.setTimeout(240_000);
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Eventi correlati' }).click();
  const run = page.getByRole('button', { name: /^Cerca/ });
  const [first, second] = ['Evento 1', 'Evento 2'].map((name) => page.getByRole('region', { name, exact: true }));
  if (first === undefined || second === undefined) throw new Error('no events');
  await expect(run).toBeDisabled();
  await addGates(first, /^CES (?!V06)/);
  await addGates(second, /^(?:FOR |CES V06)/);
  for (const event of [first, second]) {
    await event.getByLabel('Dal', { exact: true }).fill('domani');
    await expect(event.getByText('Data non leggibile')).toBeVisible();
    const start = new Date(Date.now() - 70 * 3_600_000).toISOString();
    await event
      .getByLabel('Dal', { exact: true })
      .fill(`${start.slice(8, 10)}/${start.slice(5, 7)}/${start.slice(0, 4)} ${start.slice(11, 16)}`);
    await event.getByLabel('Dal', { exact: true }).blur();
  }
  await run.click();
  const results = page.getByRole('region', { name: 'Risultati' });
  await expect(results).toContainText('2 impianti su 2 hanno risposto', { timeout: 30_000 });
  // The first row may be the separator above plates that chance explains.
  const row = results
    .getByRole('table', { name: 'Targhe negli eventi' })
    .getByRole('row')
    .filter({ has: page.locator('details') })
    .first();
  await expect(row).toContainText('2 su 2');
  await row.getByText('Perché').click();
  await expect(row).toContainText('Formula eventi-2');
  await expectAccessible(page, 'related events');
  await row.getByRole('button', { name: /^Transiti di/ }).click();
  await expect(page).toHaveURL(/\/lpr/);

  await navigate(page, '/related-events');
  await page.getByRole('button', { name: 'Viaggi impossibili' }).click();
  await page.getByRole('button', { name: '7 giorni' }).click();
  await page.getByRole('button', { name: /^Cerca/ }).click();
  await expect(results.getByRole('table', { name: /Orologi degli impianti/ })).toBeVisible({ timeout: 40_000 });
  await expect(results).toContainText(/targh. confrontat/);
  await expectAccessible(page, 'impossible journeys');
});

test('G2G-01 REL-01 on a phone nothing is cut off', async ({ page, begin }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await begin('m.ferri');
  for (const path of ['/analysis-gate-to-gate', '/related-events']) {
    await navigate(page, path);
    await expect(page.getByRole('button', { name: /^Cerca/ })).toBeVisible();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await expectAccessible(page, `${path} on a phone`);
  }
});
