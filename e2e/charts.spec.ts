import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

const CHARTS = [
  ['Ore', 'Transiti per ora e giorno della settimana'],
  ['Giorni', 'Transiti per giorno'],
  ['Varchi', 'Transiti per varco'],
  ['Velocità', 'Velocità media per varco'],
  ['Classi', 'Transiti per classe di veicolo'],
  ['EURO', 'Transiti per classe EURO'],
  ['Nazione', 'Transiti per nazione'],
] as const;

test('GUARD-07 ROUTE-29 the police draw a quarter of two plants, see it as tables, and take it away as CSV, picture and paper', async ({
  page,
  world,
  begin,
}) => {
  test.setTimeout(240_000);
  await page.addInitScript({ content: 'window.printed = 0; window.print = () => { window.printed += 1; };' });
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Grafici' }).click();
  await expect(page).toHaveTitle('Grafici · Varco');
  const form = page.getByRole('region', { name: 'Domanda dei grafici' });
  const plants = form.getByRole('combobox', { name: 'Impianti' });
  for (const code of ['CES', 'FOR'] as const) {
    await plants.fill(world.plant(code).label);
    await page
      .getByRole('option', { name: world.plant(code).label })
      .first()
      .click();
    await plants.press('Escape');
  }
  await form.getByRole('button', { name: '90 giorni' }).click();
  await page.keyboard.press('Control+Enter');
  const results = page.getByRole('region', { name: 'Grafico', exact: true });
  await expect(results).toContainText('2 impianti su 2 hanno risposto', { timeout: 30_000 });

  for (const [name, title] of CHARTS) {
    await results.getByRole('button', { name, exact: true }).click();
    await expect(results.getByRole('table', { name: title }).getByRole('row')).not.toHaveCount(0);
    await expect(results.locator('figure canvas').first()).toBeVisible();
  }
  await expectAccessible(page, 'charts');

  const save = async (name: string): Promise<Buffer> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      results.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFile(await file.path());
  };
  const csv = (await save('CSV')).toString('utf8');
  for (const [, title] of CHARTS) expect(csv).toContain(`\r\n${title}\r\n`);
  expect(csv).toMatch(/\r\nlunedì;9;\d/);
  expect(csv).toMatch(/\r\nCES V01 [^;]+;\d+;/);
  expect([...(await save('PNG')).subarray(1, 4)].map((byte) => String.fromCodePoint(byte)).join('')).toBe('PNG');
  await results.getByRole('button', { name: 'Stampa', exact: true }).click();
  await expect.poll(() => page.evaluate('window.printed')).toBe(1);
});

test('GUARD-07 ROUTE-29 staff of the provider open the charts, a municipal user is sent to the transits', async ({
  page,
  world,
  login,
}) => {
  await login.open('/charts');
  await login.fill(world.user('assistenza'));
  await expect(page).toHaveURL(/\/charts$/);
  await expect(page).toHaveTitle('Grafici · Varco');
  await page.context().clearCookies();
  await login.open('/charts');
  await login.fill(world.user('s.bassi'));
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
  await expect(page.getByRole('link', { name: 'Grafici' })).toBeHidden();
});

/** Draws what a plant counts by days, and waits for the picture and for its table. */
async function drawCountedDays(
  page: Page,
  label: string,
  shown: { readonly drawing: string; readonly table: string },
): Promise<{ readonly results: Locator; readonly table: Locator }> {
  const form = page.getByRole('region', { name: 'Domanda dei grafici' });
  const plants = form.getByRole('combobox', { name: 'Impianti' });
  await plants.fill(label);
  await page.getByRole('option', { name: label }).first().click();
  await plants.press('Escape');
  const results = page.getByRole('region', { name: 'Grafico', exact: true });
  const table = results.getByRole('table', { name: shown.table });
  // The plant counts its days in the first minutes.
  await expect(async () => {
    await page.keyboard.press('Control+Enter');
    await results.getByRole('button', { name: shown.drawing, exact: true }).click();
    await expect(table.getByRole('row').nth(1)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  await expect(results.locator('figure canvas').first()).toBeVisible();
  return { results, table };
}

test('LIC-07 flows between the gates of a plant are drawn, read as a table and taken away', async ({
  page,
  world,
  begin,
}) => {
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Grafici' }).click();
  const { results, table: flows } = await drawCountedDays(page, world.plant('CES').label, {
    drawing: 'Flussi',
    table: 'Viaggi da varco a varco',
  });
  await expectAccessible(page, 'charts');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    results.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/\r\nV01 [^;]+;V\d\d [^;]+;\d+;\d+;/);
  await flows.getByRole('button').first().click();
  await expect(page).toHaveURL(/\/analysis-gate-to-gate$/);
  await expect(page.getByRole('button', { name: /^Cerca/ }).first()).toBeEnabled();
});

test('LIC-07 the population of a plant is drawn, read as tables and taken away', async ({ page, world, begin }) => {
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Grafici' }).click();
  const { results } = await drawCountedDays(page, world.plant('CES').label, {
    drawing: 'Popolazione',
    table: 'Residenti, pendolari e di passaggio',
  });
  await expect(results.getByText(/^I giorni prima del .* mancano/)).toBeVisible();
  await expectAccessible(page, 'charts');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    results.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/\r\n\d\d\/\d\d\/\d{4};\d+;\d*;\d*;/);
});

test('CONST-18 a chart begins at most a year back', async ({ page, begin }) => {
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Grafici' }).click();
  const form = page.getByRole('region', { name: 'Domanda dei grafici' });
  const draw = form.getByRole('button', { name: /^Disegna/ });
  await form.getByRole('button', { name: 'Nessuno' }).click();
  await form.getByRole('button', { name: '1 anno' }).click();
  await expect(draw).toBeEnabled();
  await form.getByRole('textbox', { name: 'Dal giorno' }).fill('01/01/2025');
  await expect(form.getByText(/un grafico risale al massimo di un anno/)).toBeVisible();
  await expect(draw).toBeDisabled();
});
