import type { Page } from '@playwright/test';
import { CasePage } from './pages/case.page.ts';
import { ListPage } from './pages/list.page.ts';
import { LoginPage } from './pages/login.page.ts';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

const NAME = 'Provincia di prova';

/** Goes to the settings of the portal, where groups are made. */
async function openGroups(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Amministrazione: impostazioni' }).click();
  await expect(page.getByRole('button', { name: 'Nuovo gruppo' })).toBeVisible();
}

async function makeGroup(page: Page, plants: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Nuovo gruppo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill(NAME);
  for (const plant of plants) {
    await dialog.getByRole('textbox', { name: 'Cerca un impianto' }).fill(plant);
    await dialog.getByRole('checkbox', { name: new RegExp(`^${plant}`) }).check();
  }
  await expectAccessible(page, 'a group of plants');
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(NAME) })).toContainText('amministratore, ');
}

async function removeGroup(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Modifica il gruppo ${NAME}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Elimina il gruppo' }).click();
  await dialog.getByRole('button', { name: 'Conferma' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(NAME) })).toBeHidden();
}

test.describe.configure({ timeout: 240_000 });

test('an administrator makes a group of two plants, an officer searches that group alone, and without it the search still works', async ({
  page,
  begin,
  world,
  browser,
}) => {
  const [cesena, forli] = [world.plant('CES').label, world.plant('FOR').label];
  await begin('amministratore');
  await openGroups(page);
  await makeGroup(page, [cesena, forli]);

  const elsewhere = await browser.newContext({ baseURL: world.portal, locale: 'it-IT' });
  const officer = await elsewhere.newPage();
  const list = new ListPage(officer);
  await new LoginPage(officer).signIn(world.user('s.bassi'));
  await new CasePage(officer).stateReason('4471/2026');
  await list.find('');
  await list.expectSettled();
  const group = list.plants.getByRole('group', { name: NAME });
  await expect(group.getByRole('button', { name: new RegExp(`^${NAME}`) })).toContainText('2 di 2');
  await expect(list.plants.getByRole('group', { name: 'Senza gruppo' })).toBeVisible();
  await expectAccessible(officer, 'plants by group');

  await list.plants.getByRole('checkbox', { name: `Cerca in tutto il gruppo ${NAME}` }).check();
  await list.plants.getByRole('button', { name: 'Cerca in 2 impianti' }).click();
  await expect(list.results).toContainText('2 impianti su 2 hanno risposto', { timeout: 30_000 });
  await list.expectSettled();
  expect(new Set(await list.readPlantCodes())).toEqual(new Set(['CES', 'FOR']));

  await removeGroup(page);
  // The page is read anew: the plain column is back, and the filter names the plants, not the group.
  await officer.reload();
  await list.find('');
  await list.expectSettled();
  await expect(list.plants.getByRole('button', { name: /^Tutti/ })).toBeVisible();
  await expect(group).toBeHidden();
  await expect(list.results).toContainText(/impianti? su \d+ hanno risposto/);
  expect((await list.readPlantCodes()).length).toBeGreaterThan(0);
  await elsewhere.close();
});
