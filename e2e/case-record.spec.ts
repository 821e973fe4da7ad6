import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { CasePage } from './pages/case.page.ts';
import { expectLanguage } from './pages/language.ts';
import { LoginPage } from './pages/login.page.ts';
import { expect, test } from './world/journey.ts';
import { findPatterns, listSeededReads } from './world/seeded-traffic.ts';

const NUMBER = '6614/2026';
const rowsOf = (page: Page): Locator => page.getByRole('grid', { name: 'Cronologia' }).getByRole('row');

/** Keeps the text of every sheet that the page prints; nothing is sent to a printer. */
const RECORD_SHEETS = `window.sheets = [];
window.print = () => { window.sheets.push(document.body.lastElementChild.textContent); };`;

/** Opens the dialog of the export and starts it with data only; waits until the file is there. */
async function exportResults(page: Page, plate: string): Promise<void> {
  await page.getByRole('button', { name: 'Esporta', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Esporta transiti' });
  await expect(dialog.getByRole('button', { name: 'CONFERMA' })).toBeEnabled({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'CONFERMA' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Esportazioni' }).first().click();
  const card = page.getByRole('list', { name: 'Esportazioni salvate' }).getByRole('article').filter({ hasText: plate });
  await expect(card.first().getByRole('button', { name: /^Scarica / })).toBeVisible({ timeout: 90_000 });
}

/** Prints the record and returns the text of the sheet. */
async function printRecord(page: Page): Promise<string> {
  const before = await page.evaluate<number>('window.sheets.length');
  await page.getByRole('button', { name: 'Stampa', exact: true }).click();
  await expect.poll(() => page.evaluate<number>('window.sheets.length'), { timeout: 60_000 }).toBe(before + 1);
  return page.evaluate<string>('window.sheets.at(-1)');
}

test('search, note and export of a case stand on one page in their order with log positions, and on paper with hashes; an officer reads the same without positions or pictures', async ({
  page,
  list,
  begin,
  world,
  browser,
}) => {
  test.setTimeout(300_000);
  await page.addInitScript({ content: RECORD_SHEETS });
  // The first four are those of the journeys about exports, which share this person's list.
  const [, , , , plate] = findPatterns(listSeededReads(world.begunAt), 'CES', { fewest: 10, most: 60 });
  await begin('s.bassi', { reason: NUMBER, find: '' });
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  const row = list.rows.filter({ has: page.getByRole('img', { name: /^Targa [A-Z0-9]+, / }) }).first();
  await row.focus();
  await page.keyboard.press('a');
  const note = page.getByRole('dialog', { name: /^Nota sul transito di / });
  await expect(note.getByLabel('Nota', { exact: true })).toBeFocused();
  await page.keyboard.type('freccia rotta a destra');
  await note.getByRole('button', { name: 'Scrivi la nota' }).press('Enter');
  await expect(note).toBeHidden();
  await list.find(plate);
  await list.expectSettled();
  await exportResults(page, plate);

  await page.goto('/case');
  await new CasePage(page).stateReason(NUMBER);
  await page.getByRole('button', { name: 'Tutto ciò che ho fatto' }).click();
  await expect(page).toHaveURL(`/case?case=${encodeURIComponent(NUMBER)}&view=record`);
  await expect(page.locator('#results')).toContainText('3 impianti su 3 hanno risposto');
  const texts = await rowsOf(page).allTextContents();
  // The oldest of each: the search came first, so it stands last.
  const order = ['Consegna di un’esportazione', 'Nota su un transito', 'Ricerca di transiti'].map((action) =>
    texts.findLastIndex((text) => text.includes(action) && text.includes('Cesena Cintura')),
  );
  expect(order.every((at) => at > 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  for (const text of texts.slice(1)) expect(text).toMatch(/1\/\d+ [\w-]{8}…$/);
  await expectAccessible(page, 'record of a case');
  await expectLanguage(page, 'it', 'record of a case');

  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: /^Note e correzioni/ }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Mappa', exact: true }).click();
  await page.getByRole('button', { name: 'Mostra mappa e immagini' }).click();
  const card = page.getByRole('list', { name: 'Mappa e immagini' }).getByRole('listitem');
  await expect(card).toContainText(/Cesena Cintura.*con nota/);
  // A picture, or that there is none: other journeys store passages without.
  await expect(card.getByRole('img')).toBeVisible();
  await expectAccessible(page, 'map of a case');

  // A plant publishes its first checkpoint within a minute of its start.
  let sheet = '';
  await expect(async () => {
    sheet = await printRecord(page);
    expect(sheet).toContain('Tutti i 3 registri interrogati hanno risposto per intero.');
  }).toPass({ timeout: 150_000, intervals: [10_000] });
  const parts = sheet.slice(sheet.lastIndexOf('Esportazioni'));
  expect(parts.match(/[0-9a-f]{64}/g)).toHaveLength(2);
  // Each log with its name, size and root, as it is published.
  expect(sheet.match(/\/audit\/[0-9a-f-]{36}\/1\d+[A-Za-z0-9+/]{43}=/g)).toHaveLength(3);

  const elsewhere = await browser.newContext({ baseURL: world.portal, locale: 'it-IT' });
  try {
    const officer = await elsewhere.newPage();
    await new LoginPage(officer).signIn(world.user('c.serra'));
    await new CasePage(officer).stateReason('', 'Controllo delle consultazioni');
    await officer.goto(`/audit?case=${encodeURIComponent(NUMBER)}`);
    await new CasePage(officer).stateReason('', 'Controllo delle consultazioni');
    await officer.getByRole('button', { name: 'Riprova' }).click();
    await expect(officer.locator('#results')).toContainText('8 impianti su 9 hanno risposto');
    await expect(rowsOf(officer).filter({ hasText: 's.bassi' }).first()).toBeVisible();
    await expect(officer.getByText(/Non collegati alla domanda: .+\. Le loro voci mancano\./)).toBeVisible();
    await expect(rowsOf(officer).filter({ hasText: 'Consegna di un’esportazione' })).toHaveCount(2);
    await officer.getByRole('button', { name: 'Mappa', exact: true }).click();
    await expect(officer.getByText('I transiti non li puoi vedere')).toBeVisible();
    await expect(officer.locator('#results img')).toHaveCount(0);
    await expectAccessible(officer, 'record of a case, read by an officer');
  } finally {
    await elsewhere.close();
  }
});
