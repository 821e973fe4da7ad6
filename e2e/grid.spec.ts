import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './world/journey.ts';

// On a busy machine it can take half a minute to reach the first rows.
test.describe.configure({ timeout: 240_000 });

test.beforeEach(({ begin }) => begin('s.bassi', { reason: '4471/2026', find: '' }));

test('SRCH-12 GRID-01 GRID-04 GRID-06: cards with pictures, chosen by mouse and by key', async ({ page, list }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/media/tickets'))
      requested.push(JSON.parse(request.postData() ?? '{}').variants?.join());
  });
  const cards = page.locator('[id^=lpr-grid-]');
  await page.getByRole('group', { name: 'Vista dei risultati' }).getByRole('button', { name: 'Schede' }).click();
  await expect(cards).toHaveCount(50);
  const picture = cards.locator('img[alt^="Immagine del transito"]').first();
  // The demo draws its pictures in the background; the page reloads those that are not drawn yet.
  await expect(async () => {
    await page.keyboard.press('r');
    await list.expectSettled();
    // Another journey sends reads without pictures to Cesena.
    await list.plants.getByRole('button', { name: /Forlì/ }).click();
    await expect(picture).toBeVisible({ timeout: 6_000 });
  }).toPass({ timeout: 150_000 });
  expect(requested).toContain('t400');
  expect((await picture.boundingBox())?.height).toBe(256);
  const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
  expect(tops.filter((top) => top === tops[0]).length).toBeGreaterThanOrEqual(3);
  await expect(cards.first().getByRole('img', { name: /^Targa / })).toBeVisible();
  expect((await new AxeBuilder({ page }).include('#results').analyze()).violations).toEqual([]);

  await page.keyboard.press('t');
  await expect(list.rows).toHaveCount(50);
  await page.keyboard.press('t');
  await expect(cards).toHaveCount(50);
});

test('RTE-02 TBL-09 TBL-11 TBL-12: cards by keys and by clicks: pages, detail and back, tab', async ({
  page,
  list,
  detail,
}) => {
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
  await expect(list.grid).toBeVisible();
  await page.getByRole('group', { name: 'Vista dei risultati' }).getByRole('button', { name: 'Schede' }).click();
  const cards = page.locator('[id^=lpr-grid-]');
  await expect(cards).toHaveCount(50);
  await cards.first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(list.results.getByText(/51–100 di/)).toBeVisible();
  await expect(cards.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(list.results.getByText(/1–50 di/)).toBeVisible();
  await expect(cards.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const second = cards.nth(1);
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(detail.article).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(second).toBeFocused();
  await second.dblclick({ position: { x: 20, y: 20 } });
  await expect(page.getByRole('tab')).toHaveCount(2);
});

test('TBL-02 TBL-03 UIE-03 UIE-09: the table on real rows; flags and marks are found; ADR has its columns', async ({
  page,
  list,
}) => {
  const failed: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/images/') && !response.ok()) failed.push(pathname);
  });
  // Wide enough for every column beside both panels.
  await page.setViewportSize({ width: 2560, height: 1080 });
  await expect(page.getByRole('columnheader', { name: 'EURO' })).toBeVisible();
  await expect(list.rows.locator('img[src^="/images/car-brands/"]').first()).toBeVisible();
  await expect(list.rows.locator('img[src^="/images/flags/flag_"]').first()).toBeVisible();
  await page.getByRole('group').getByRole('button', { name: /ADR/ }).click();
  await expect(page.getByRole('columnheader', { name: 'Kemler' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Pannello' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'EURO' })).toBeHidden();
  expect(failed).toEqual([]);
});
