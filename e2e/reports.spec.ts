import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { sendRead } from './world/camera.ts';
import { expect, test } from './world/journey.ts';

const readNumber = (text: string): number => Number(text.replaceAll('.', ''));

/** Selects one of several plants or gates by typing. */
async function chooseOption(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.page().getByRole('option', { name: text }).first().click();
  await field.press('Escape');
}

test('RTE-09 ROUTE-20 GEN-09 SHELL-07 figures of two plants by gate, held against the week before, opened, printed, saved', async ({
  page,
  world,
  list,
  begin,
}) => {
  test.setTimeout(240_000);
  await page.addInitScript({ content: 'window.printed = 0; window.print = () => { window.printed += 1; };' });
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Report statistico' }).click();
  await expect(page).toHaveTitle(/Report statistico/);
  const form = page.getByRole('region', { name: 'Domanda del report' });
  const run = form.getByRole('button', { name: /^Calcola/ });
  const plants = form.getByRole('combobox', { name: 'Impianti' });
  await chooseOption(plants, world.plant('CES').label);
  await chooseOption(plants, world.plant('FOR').label);
  await form.getByRole('button', { name: 'Varco', exact: true }).click();
  await run.click();
  const report = page.getByRole('region', { name: 'Report', exact: true });
  await expect(report).toContainText('2 impianti su 2 hanno risposto', { timeout: 30_000 });
  const table = report.getByRole('table', { name: 'Controlli' });
  await expect(table.getByRole('row', { name: /^CES V01/ })).toContainText('verificati');
  await expectAccessible(page, 'statistics');

  // On paper all three tables are printed, without buttons.
  await report.getByRole('button', { name: 'Stampa' }).click();
  await expect.poll(() => page.evaluate('window.printed')).toBe(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toMatch(/\r\nVarco;Transiti;Transiti, confronto;Targhe diverse;Targhe diverse, al massimo;/);
  expect(csv).toMatch(/\r\nCES V01 [^;]+;\d+;/);

  // A number and the rows behind it agree.
  const foreign = table.getByRole('button', { name: /^Straniere, CES V/ }).first();
  const count = readNumber((await foreign.textContent()) ?? '');
  await foreign.click();
  await list.expectSettled();
  await expect(page.getByRole('main')).toContainText(new RegExp(`di (?:almeno )?${count}\\b`));
});

test('STAT-01 days of one plant by its keyboard alone; too long a period is not asked', async ({ page, begin }) => {
  await begin('m.ferri', { reason: '4471/2026' });
  await page.evaluate(`history.pushState({}, '', '/statistics'); dispatchEvent(new PopStateEvent('popstate'))`);
  const form = page.getByRole('region', { name: 'Domanda del report' });
  await form.getByRole('textbox', { name: 'Dal giorno' }).fill('01/01/2026');
  await expect(form.getByText('Al massimo 93 giorni.')).toBeVisible();
  await expect(form.getByRole('button', { name: /^Calcola/ })).toBeDisabled();
  await form.getByRole('button', { name: 'Ieri' }).click();
  await form.getByRole('button', { name: 'Giorno', exact: true }).click();
  await page.keyboard.press('Control+Enter');
  const report = page.getByRole('region', { name: 'Report', exact: true });
  await expect(report.getByRole('table', { name: 'Controlli' }).getByRole('row')).toHaveCount(3, { timeout: 30_000 });
  await report.getByRole('button', { name: 'Classi EURO' }).click();
  await expect(report.getByRole('columnheader', { name: 'Euro 6' })).toBeVisible();
});

test('MON-01 RTE-13 ROUTE-25 GEN-10 gates of a plant in a grid that turns every 5 seconds; a new read appears; a tile opens its transit', async ({
  page,
  world,
  detail,
  caseBar,
  begin,
}) => {
  test.setTimeout(240_000);
  await begin('m.ferri', { reason: '4471/2026' });
  await page.getByRole('link', { name: 'Monitor telecamere' }).click();
  await expect(page).toHaveTitle(/Monitor telecamere/);
  await expect(page.getByText('Scegli i varchi da osservare')).toBeVisible();
  const chooser = page.getByRole('region', { name: 'Varchi del monitor' });
  await chooseOption(chooser.getByRole('combobox', { name: 'Impianti' }), world.plant('CES').label);
  await chooser.getByRole('button', { name: 'Chiudi' }).click();
  const tiles = page.getByRole('list', { name: 'Varchi osservati' }).getByRole('listitem');
  await expect(tiles.first().getByRole('button')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'camera monitor');

  // A new read appears without a reload.
  const { url } = world.plant('CES');
  expect(await sendRead(url, world.keysOf('CES').camera, 'ZM001NT')).toBe(true);
  await expect(tiles.filter({ hasText: /^V01/ })).toContainText('ZM001NT', { timeout: 40_000 });

  await page.getByRole('button', { name: 'Griglia 1 × 1' }).click();
  await page.getByLabel('Rotazione').selectOption('5 s');
  await page.mouse.move(2, 2);
  const shown = async (): Promise<string> => (await tiles.first().textContent())?.slice(0, 3) ?? '';
  const first = await shown();
  await expect.poll(shown, { timeout: 40_000 }).not.toBe(first);
  // The tile under the pointer is not replaced.
  await tiles.first().hover();
  await expect(page.getByText('rotazione in pausa')).toBeVisible();
  const stored = await shown();
  await page.mouse.move(2, 2);
  await expect(page.getByText('rotazione in pausa')).toBeHidden();
  await expect.poll(shown, { timeout: 40_000 }).not.toBe(stored);

  // Stored encrypted for this user: still there after a reload.
  await page.reload();
  await expect(tiles.first()).toBeVisible({ timeout: 30_000 });
  await caseBar.stateReason('4471/2026');
  await expect(tiles.first().getByRole('button')).toBeVisible({ timeout: 30_000 });
  await expect(tiles).toHaveCount(1);
  await tiles.first().getByRole('button').click();
  await expect(detail.article).toBeVisible({ timeout: 20_000 });
});
