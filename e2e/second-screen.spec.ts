import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { DetailPage } from './pages/detail.page.ts';
import { expectLanguage } from './pages/language.ts';
import { expect, type Journey, test } from './world/journey.ts';

/** Two windows, loaded more than once. */
test.describe.configure({ timeout: 240_000 });

const CASE = '7102/2026';
/** Their entries are counted: no other journey may use them. */
const COUNTED_CASE = '7104/2026';
const RELOADED_CASE = '7105/2026';

/** Plates of the second window as a screen reader announces them. */
const readPlate = async (second: Page): Promise<string> =>
  (await new DetailPage(second).plate.getByRole('img').getAttribute('aria-label')) ?? '';

/** Signs in with a reason and lists the transits of one plant. */
async function beginAtCesena({ begin, list }: Pick<Journey, 'begin' | 'list'>, reason: string): Promise<void> {
  await begin('s.bassi', { reason, find: '' });
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await list.expectSettled();
}

/** Opens the second screen by its key and waits for its page. */
async function openSecond(context: BrowserContext, page: Page): Promise<Page> {
  const opened = context.waitForEvent('page');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  const second = await opened;
  await expect(second.getByText(/^Motivo: /)).toBeVisible({ timeout: 40_000 });
  return second;
}

/** Expects so many opened transits in the record of a case. */
async function expectLooks(page: Page, caseNumber: string, looks: number): Promise<void> {
  await page.bringToFront();
  await page.goto(`/case?case=${encodeURIComponent(caseNumber)}&view=record`);
  await expect(page.locator('#results')).toContainText('impianti su');
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: /^Transiti aperti/ }).click();
  await expect(page.getByRole('grid', { name: 'Cronologia' }).getByRole('row')).toHaveCount(looks + 1);
}

test('the second screen follows clicks, arrows and J and K, moves the list along, and logs each look once', async ({
  page,
  context,
  list,
  begin,
}) => {
  await beginAtCesena({ begin, list }, COUNTED_CASE);
  const second = await openSecond(context, page);
  const detail = new DetailPage(second);
  // The row that got the focus by itself after the search is not opened.
  await expect(second.getByRole('heading', { name: 'Scegli una riga nell’elenco' })).toBeVisible();
  expect(second.url()).toMatch(/\/second-screen$/);

  await list.rows.nth(1).click();
  await expect(detail.article.getByText(/^2 di /)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Secondo schermo: dettaglio' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(detail.article.getByText(/^3 di /)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(detail.article.getByText(/^4 di /)).toBeVisible();
  const shown = await list.rows
    .nth(3)
    .getByRole('img', { name: /^Targa / })
    .first()
    .getAttribute('aria-label');
  expect(await readPlate(second)).toBe(shown);

  await second.bringToFront();
  await second.keyboard.press('k');
  await expect(detail.article.getByText(/^5 di /)).toBeVisible();
  await expect(list.rows.nth(4)).toHaveAttribute('aria-selected', 'true');
  await second.keyboard.press('j');
  await expect(detail.article.getByText(/^4 di /)).toBeVisible();
  await second.keyboard.press('Escape');
  await expect(second.getByRole('heading', { name: 'Scegli una riga nell’elenco' })).toBeVisible();
  await expectAccessible(second, 'second screen');
  await expectLanguage(second, 'it', 'second screen');

  // Four transits were opened, one of them twice without a new call: four entries.
  await expectLooks(page, COUNTED_CASE, 4);
});

test('a reload of the first window is one more look of the second, not one of each', async ({
  page,
  context,
  list,
  begin,
}) => {
  await beginAtCesena({ begin, list }, RELOADED_CASE);
  const second = await openSecond(context, page);
  await list.rows.nth(1).click();
  await expect(new DetailPage(second).article).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await list.expectSettled();
  await expect(new DetailPage(second).article).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('article')).toHaveCount(0);
  await expectLooks(page, RELOADED_CASE, 2);
});

test('a reload of either window recovers, a tab opens in the first, sign-out closes the second', async ({
  page,
  context,
  list,
  login,
  begin,
}) => {
  await beginAtCesena({ begin, list }, CASE);
  const second = await openSecond(context, page);
  const detail = new DetailPage(second);
  await list.rows.nth(2).click();
  await expect(detail.article.getByText(/^3 di /)).toBeVisible({ timeout: 30_000 });

  await second.reload();
  await expect(detail.article.getByText(/^3 di /)).toBeVisible({ timeout: 40_000 });
  const stored = await second.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => !/^varco\.(preferences|vault\.rev)/.test(key))).toEqual([]);

  const plate = await readPlate(second);
  const lost = second.getByRole('heading', { name: 'La prima finestra non risponde' });
  await Promise.all([expect(lost).toBeVisible({ timeout: 30_000 }), page.reload()]);
  // Newer transits may lie before it now.
  await expect(detail.article.getByText(/^\d+ di /)).toBeVisible({ timeout: 60_000 });
  expect(await readPlate(second)).toBe(plate);
  await expect(page.getByRole('article')).toHaveCount(0);
  await list.expectSettled();
  // The reload forgot the chosen plant: the first rows may be of one that hides plates, whose history has no key.
  const readable = list.rows.getByRole('img', { name: /^Targa [A-Z0-9]+, / }).first();
  const name = (await readable.getAttribute('aria-label')) ?? '';
  await readable.click();
  await expect(detail.plate.getByRole('img', { name, exact: true })).toBeVisible({ timeout: 30_000 });

  await second.bringToFront();
  await second.keyboard.press('s');
  await expect(page.getByRole('tab')).toHaveCount(2);
  expect(second.url()).toMatch(/\/second-screen$/);

  await page.bringToFront();
  const closed = second.waitForEvent('close');
  await login.signOut();
  await closed;
  expect(context.pages()).toHaveLength(1);
});

test('the second screen shows the map too and says when its row is gone; closing it gives the list its detail back', async ({
  page,
  context,
  list,
  begin,
}) => {
  await beginAtCesena({ begin, list }, CASE);
  const second = await openSecond(context, page);
  const readRow = list.rows.filter({ has: page.getByRole('img', { name: /^Targa [A-Z0-9]+, / }) }).first();
  await readRow.click();
  await expect(new DetailPage(second).article).toBeVisible({ timeout: 30_000 });
  const bar = page.getByRole('region', { name: 'Secondo schermo' });
  await bar.getByRole('button', { name: 'Mappa' }).click();
  await expect(second.getByRole('region', { name: /^Tracciato/ })).toBeVisible({ timeout: 30_000 });
  await expect(bar.getByRole('status')).toContainText('Secondo schermo: mappa');

  await bar.getByRole('button', { name: 'Dettaglio' }).click();
  await expect(new DetailPage(second).article).toBeVisible();
  await list.find('ZZ000ZZ');
  await expect(second.getByText(/^Questo transito non è fra le righe/)).toBeVisible({ timeout: 30_000 });
  await expect(new DetailPage(second).article).toBeVisible();
  await list.find('');
  await list.expectSettled();
  await second.close();
  await expect(bar).toBeHidden();
  await readRow.click();
  await expect(page.getByRole('article')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('the address alone shows nothing of anybody', async ({ page, world, login }) => {
  await login.signIn(world.user('s.bassi'));
  await page.goto('/second-screen');
  await expect(page.getByRole('heading', { name: 'Questa finestra si apre dall’elenco' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});
