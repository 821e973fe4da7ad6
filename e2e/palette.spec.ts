import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';
import { holdCodeBack } from './world/web-files.ts';

const paletteOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Comandi' });
const open = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused();
};
const options = (page: Page, group: string): Locator =>
  paletteOf(page).getByRole('group', { name: group, exact: true }).getByRole('option');

test.beforeEach(async ({ world, login, caseBar }) => {
  await login.signIn(world.user('s.bassi'));
  await caseBar.state('4471/2026');
});

test('the palette finds plate, screen, tab, plant and action of the row in hand, with the keyboard alone', async ({
  page,
  list,
}) => {
  const { keyboard } = page;
  // From within the plate box, by keyboard shortcut.
  await list.plate.focus();
  await open(page);
  await keyboard.type('zz999zz');
  await expect(options(page, 'Targa').first()).toHaveText('Cerca la targa ZZ999ZZ');
  await expect(options(page, 'Targa').first()).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(paletteOf(page)).toBeHidden();
  await expect(list.plate).toHaveValue('ZZ999ZZ');
  await expect(list.results.getByRole('heading', { name: 'La ricerca non ha prodotto risultati' })).toBeVisible();

  // A plant: its transits of the last days.
  await open(page);
  await keyboard.type('cesena cin');
  await expect(options(page, 'Impianti')).toHaveCount(1);
  // A word without a digit is probably not a plate: searching it as one is the last option.
  await expect(options(page, 'Targa').first()).toHaveAttribute('aria-selected', 'false');
  await keyboard.press('Enter');
  await list.expectSettled();
  await expect(list.rows.first()).toContainText('CES');
  await expect(page.getByRole('tab')).toHaveCount(3);

  // Actions for the selected row.
  await list.rows.nth(1).focus();
  const plate = (await list.plates().nth(1).getAttribute('aria-label'))?.replace(/^Targa (\w+),.*$/, '$1') ?? '';
  await open(page);
  await keyboard.type('storico');
  await expect(options(page, 'Transito scelto').first()).toHaveText(new RegExp(`^Storico targa${plate}`));
  await expect(options(page, 'Transito scelto').first()).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(list.plate).toHaveValue(plate);
  await list.expectSettled();

  // Opens a screen, then returns to a workspace tab before the code of the screen has loaded.
  const letCodeCome = await holdCodeBack(page);
  await open(page);
  await keyboard.type('credenziali degli');
  await expect(options(page, 'Pagine').first()).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/credentials$/);
  await open(page);
  await keyboard.type(plate.toLowerCase());
  await expect(options(page, 'Schede').first()).toContainText(plate);
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
  await open(page);
  const palette = paletteOf(page);
  await expect(options(page, 'Schede')).toHaveCount(1);
  await expect(options(page, 'Transito scelto')).toHaveCount(0);
  const screens = await options(page, 'Pagine').allInnerTexts();
  expect(screens).toContain('Impianti: stato');
  expect(screens).toContain('Blacklist');
  for (const missing of ['Amministrazione: impianti', 'Grafici']) {
    expect(screens).not.toContain(missing);
  }
  await expectAccessible(page, 'palette', '[role=dialog]');
  await palette.getByRole('combobox').fill('§§§');
  await expect(palette.getByRole('status')).toHaveText('Niente corrisponde.');
  await palette.getByRole('combobox').fill('');
  await options(page, 'Comandi').filter({ hasText: 'Scorciatoie' }).click();
  const sheet = page.getByRole('dialog', { name: 'Scorciatoie da tastiera' });
  await expect(sheet).toBeVisible();
  // Only implemented actions are listed.
  const actions = sheet.getByRole('region', { name: 'Transito scelto, in riga o in dettaglio' });
  await expect(actions).toContainText('Storico targa');
  await expect(actions).not.toContainText(/Complici/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});
