import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';
import { delayChunks } from './world/web-files.ts';

const findPalette = (page: Page): Locator => page.getByRole('dialog', { name: 'Comandi' });
const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await expect(findPalette(page).getByRole('combobox')).toBeFocused();
};
const findOptions = (page: Page, group: string): Locator =>
  findPalette(page).getByRole('group', { name: group, exact: true }).getByRole('option');

test.beforeEach(async ({ caseBar, begin }) => {
  await begin('s.bassi');
  await caseBar.stateReason('4471/2026');
});

test('the palette finds plate, screen, tab, plant and action of the row in hand, with the keyboard alone', async ({
  page,
  list,
}) => {
  const { keyboard } = page;
  // From within the plate box, by keyboard shortcut.
  await list.plate.focus();
  await openPalette(page);
  await keyboard.type('zz999zz');
  await expect(findOptions(page, 'Targa').first()).toHaveText('Cerca la targa ZZ999ZZ');
  await expect(findOptions(page, 'Targa').first()).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(findPalette(page)).toBeHidden();
  await expect(list.plate).toHaveValue('ZZ999ZZ');
  await expect(list.results.getByRole('heading', { name: 'La ricerca non ha prodotto risultati' })).toBeVisible();

  // A plant: its transits of the last days.
  await openPalette(page);
  await keyboard.type('cesena cin');
  await expect(findOptions(page, 'Impianti')).toHaveCount(1);
  // A word without a digit is probably not a plate: searching it as one is the last option.
  await expect(findOptions(page, 'Targa').first()).toHaveAttribute('aria-selected', 'false');
  await keyboard.press('Enter');
  await list.expectSettled();
  await expect(list.rows.first()).toContainText('CES');
  await expect(page.getByRole('tab')).toHaveCount(3);

  // Actions for the selected row.
  await list.rows.nth(1).focus();
  const plate = (await list.findPlates().nth(1).getAttribute('aria-label'))?.replace(/^Targa (\w+),.*$/, '$1') ?? '';
  await openPalette(page);
  await keyboard.type('storico');
  await expect(findOptions(page, 'Transito scelto').first()).toHaveText(new RegExp(`^Storico targa${plate}`));
  await expect(findOptions(page, 'Transito scelto').first()).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(list.plate).toHaveValue(plate);
  await list.expectSettled();

  // Opens a screen, then returns to a workspace tab before the code of the screen has loaded.
  const letCodeCome = await delayChunks(page);
  await openPalette(page);
  await keyboard.type('credenziali imp');
  await expect(findOptions(page, 'Pagine').first()).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/credentials$/);
  await openPalette(page);
  await keyboard.type(plate.toLowerCase());
  const tab = findOptions(page, 'Schede').first();
  await expect(tab).toContainText(plate);
  // The actions of the row in hand, the first one of the search, stand before the tabs.
  const options = await findPalette(page).getByRole('option').count();
  for (let step = 0; step < options && (await tab.getAttribute('aria-selected')) !== 'true'; step += 1)
    await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lpr\?tab=/);
  await letCodeCome();
  await expect(list.plate).toHaveValue(plate);
  await expect(page).toHaveURL(/\/lpr\?tab=/);
});

test('the palette with the mouse; only what is there and allowed is offered; nothing found is said; axe finds nothing', async ({
  page,
}) => {
  await openPalette(page);
  const palette = findPalette(page);
  await expect(findOptions(page, 'Schede')).toHaveCount(1);
  await expect(findOptions(page, 'Transito scelto')).toHaveCount(0);
  const screens = await findOptions(page, 'Pagine').allInnerTexts();
  expect(screens).toContain('Impianti: stato');
  expect(screens).toContain('Blacklist');
  for (const missing of ['Registro impianti', 'Grafici']) {
    expect(screens).not.toContain(missing);
  }
  await expectAccessible(page, 'palette', '[role=dialog]');
  await palette.getByRole('combobox').fill('§§§');
  await expect(palette.getByRole('status')).toHaveText('Niente corrisponde.');
  await palette.getByRole('combobox').fill('');
  await findOptions(page, 'Comandi').filter({ hasText: 'Scorciatoie' }).click();
  const sheet = page.getByRole('dialog', { name: 'Scorciatoie da tastiera' });
  await expect(sheet).toBeVisible();
  // Only implemented actions are listed.
  const actions = sheet.getByRole('region', { name: 'Transito scelto, in riga o in dettaglio' });
  await expect(actions).toContainText('Storico targa');
  await expect(actions).not.toContainText(/Complici/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});
