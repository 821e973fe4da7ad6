import { readFile } from 'node:fs/promises';
import type { Download, Page, Request } from '@playwright/test';
import { expect, test } from './world/journey.ts';

/** Records the calls that request a report from a plant. */
function recordPrintCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/pdf') && request.method() !== 'OPTIONS') calls.push(request);
  });
  return calls;
}

const isPdf = async (download: Download): Promise<boolean> =>
  (await readFile(await download.path())).subarray(0, 5).toString('latin1') === '%PDF-';

// On a busy machine it can take half a minute to reach the first rows.
test.describe.configure({ timeout: 120_000 });

test.beforeEach(({ begin }) => begin('s.bassi', { reason: '4471/2026', find: '' }));

test('SEL-04 SEL-05 TBL-06 TBL-07: transits of two plants and two pages are ticked by mouse and printed, one call and one file a plant', async ({
  page,
  list,
}) => {
  const calls = recordPrintCalls(page);
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  const readable = list.rows.filter({ has: page.getByRole('img', { name: /^Targa [A-Z0-9 ]+, / }) });
  const bar = page.getByRole('group', { name: 'Selezione multipla' });
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  await readable.first().getByRole('button', { name: 'Azioni della riga' }).click();
  await page.getByRole('menuitem', { name: 'Stampa multipla' }).click();
  await expect(bar.getByRole('status')).toHaveText('1 transito selezionato');
  await page.getByRole('button', { name: 'Pagina successiva' }).first().click();
  await expect(list.findNumber(list.rows.first())).not.toHaveText('1');
  await list.expectSettled();
  await readable.nth(1).getByRole('checkbox').click();
  await expect(bar.getByRole('status')).toHaveText('2 transiti selezionati');
  await list.plants.getByRole('button', { name: /Unione Rubicone/ }).click();
  await expect(list.rows.first()).toContainText('UNR');
  await readable.nth(2).getByRole('checkbox').click();
  await expect(bar.getByRole('status')).toHaveText('3 transiti selezionati');

  await bar.getByRole('button', { name: 'Stampa selezionati' }).click();
  await expect.poll(() => downloads.length, { timeout: 40_000 }).toBe(2);
  await expect(bar.getByRole('button', { name: 'Stampa selezionati', exact: true })).toBeEnabled();
  expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(['/api/lpr/pdf', '/api/lpr/pdf']);
  expect(new Set(calls.map((call) => new URL(call.url()).origin)).size).toBe(2);
  expect(calls.map((call) => JSON.parse(call.postData() ?? '{}').ids.length).toSorted((a, b) => a - b)).toEqual([1, 2]);
  for (const download of downloads) {
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(await isPdf(download)).toBe(true);
  }
  await bar.getByRole('button', { name: 'Chiudi la selezione' }).click();
  await expect(bar).toBeHidden();
  await expect(list.rows.first().getByRole('checkbox')).toHaveCount(0);
});

test('SEL-07 TBL-17: one transit is printed by its key, and the file has the name the plant gives it', async ({
  page,
  list,
}) => {
  const calls = recordPrintCalls(page);
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  await list.rows.first().focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('p')]);
  // Only the plant creates such a name: document type, plant code, local time.
  expect(download.suggestedFilename()).toMatch(/^transito-CES-\d{8}-\d{4,6}\.pdf$/);
  expect(await isPdf(download)).toBe(true);
  expect(calls).toHaveLength(1);
  // The screen is in Italian and so is the report, whatever the browser's language is.
  expect(calls[0]?.headers()['accept-language']).toBe('it');
});

test('TBL-10 TBL-14 TBL-18 SEL-02: everything by keyboard alone: menu, multi-selection, ticks, print, close', async ({
  page,
  list,
}) => {
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  const bar = page.getByRole('group', { name: 'Selezione multipla' });
  await list.rows.first().focus();
  await page.keyboard.press('.');
  await expect(page.getByRole('menuitem', { name: 'Dettaglio', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(list.rows.first()).toBeFocused();
  // The first row whose plate was read completely.
  const at = await list.rows.evaluateAll((rows) => rows.findIndex((row) => !/[?*]/.test(row.textContent ?? '')));
  for (let down = 0; down < at; down += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(bar.getByRole('status')).toHaveText('1 transito selezionato');
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('status')).toHaveText('0 transiti selezionati');
  await page.keyboard.press('Space');
  await expect(bar.getByRole('status')).toHaveText('1 transito selezionato');
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Stampa selezionati' }).focus();
  await page.keyboard.press('Enter');
  expect(await isPdf(await download)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('TBL-17: history opens a list of the plate, neighbours one of its gate two minutes around; both search at once', async ({
  page,
  list,
}) => {
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  const readable = list.rows.filter({ has: page.getByRole('img', { name: /^Targa [A-Z0-9 ]+, / }) });
  const name = await readable
    .first()
    .getByRole('img', { name: /^Targa / })
    .getAttribute('aria-label');
  const gate = (await readable.first().getByRole('gridcell').filter({ hasText: /^CES / }).textContent()) ?? '';
  await readable.first().focus();
  await page.keyboard.press('s');
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(list.period('Tutti')).toHaveAttribute('aria-pressed', 'true');
  await expect(list.rows.first()).toBeVisible();
  await list.expectSettled();
  // The same plate; another camera may not have recognised its nation.
  const [plateName = ''] = (name ?? '').split(',');
  for (const plate of await list.findPlates().all())
    await expect(plate).toHaveAccessibleName(new RegExp(`^${plateName},`));

  await page.getByRole('tab').first().click();
  await readable.first().getByRole('button', { name: 'Azioni della riga' }).click();
  await page.getByRole('menuitem', { name: 'Stesso varco, due minuti attorno' }).click();
  await expect(page.getByRole('tab')).toHaveCount(3);
  await expect(list.rows.first()).toBeVisible();
  await list.expectSettled();
  const gates = await list.rows.getByRole('gridcell').filter({ hasText: /^CES / }).allTextContents();
  expect(new Set(gates)).toEqual(new Set([gate]));
  const times = (await list.readTimes()).map((time) => Date.parse(time.replace(' ', 'T')));
  expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(240_000);
});

test('TBL-16: the row menu goes when its row is scrolled out of view', async ({ page, list }) => {
  await expect(list.rows).toHaveCount(50);
  await list.rows.nth(1).getByRole('button', { name: 'Azioni della riga' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await list.rows.nth(1).hover({ position: { x: 20, y: 5 } });
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('menu')).toBeHidden();
});

test('SEL-03 TPERM-17: rows of a plant that hides plates can be opened but not ticked', async ({ page, list }) => {
  const hidden = list.rows.filter({ has: page.getByRole('img', { name: 'Targa oscurata' }) });
  // Reads sent by other journeys may fill the first page of Cesena.
  await list.plants.getByRole('button', { name: /Forlì Sud/ }).click();
  await hidden.first().getByRole('button', { name: 'Azioni della riga' }).click();
  for (const action of ['Stampa multipla', 'Storico targa']) {
    await expect(page.getByRole('menuitem', { name: action })).toHaveAttribute('aria-disabled', 'true');
  }
});
