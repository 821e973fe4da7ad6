import type { Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { LoginPage } from './pages/login.page.ts';
import { expect, test } from './world/journey.ts';
import { setFirstSteps } from './world/portal-state.ts';

const getPanel = (page: Page) => page.getByRole('complementary', { name: 'Aiuto' });
const getSteps = (page: Page) => page.getByRole('dialog', { name: /^Primi passi/ });

test('F1 opens the paragraph about the page beside it, which follows the page and gives the focus back', async ({
  page,
  begin,
}) => {
  await begin('m.ferri', {});
  const plate = page.getByRole('textbox', { name: 'Targa' });
  await plate.focus();
  await page.keyboard.press('F1');
  const panel = getPanel(page);
  await expect(panel.getByRole('heading', { name: 'Cercare', exact: true })).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Paragrafo del manuale' })).toBeFocused();
  await expectAccessible(page, 'help beside the page');
  // The page beside it works on.
  await page.getByRole('link', { name: 'Fascicolo', exact: true }).click();
  await expect(page).toHaveURL(/\/case$/);
  await expect(panel.getByRole('heading', { name: 'Fascicolo', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Transiti', exact: true }).click();
  await plate.focus();
  await page.keyboard.press('F1');
  await expect(panel).toBeHidden();
  // Closed while somebody works in the page, it leaves the focus there.
  await expect(plate).toBeFocused();
  await page.keyboard.press('F1');
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(plate).toBeFocused();
});

test('the whole manual: index, search in the text, links from paragraph to paragraph, Back, English', async ({
  page,
  begin,
}) => {
  await begin('m.ferri', {});
  await page.getByRole('button', { name: 'Aiuto', exact: true }).click();
  await getPanel(page).getByRole('link', { name: 'Tutto il manuale' }).click();
  await expect(page).toHaveURL(/\/help\?topic=search$/);
  await expect(getPanel(page)).toBeHidden();
  const text = page.getByRole('region', { name: 'Paragrafo del manuale' });
  await expect(text.getByRole('heading', { name: 'Cercare', exact: true })).toBeVisible();
  await expectAccessible(page, 'manual');
  const index = page.getByRole('navigation', { name: 'Indice del manuale' });
  await page.getByRole('searchbox', { name: 'Cerca nel manuale' }).fill('recupero QR');
  await expect(index.getByRole('link')).toHaveText(['Due fattori']);
  await page.getByRole('searchbox').fill('zzyzx');
  await expect(index.getByText('Nessun paragrafo con queste parole')).toHaveCount(3);
  await page.getByRole('searchbox').fill('');
  await index.getByRole('link', { name: 'Credenziali impianti' }).click();
  await text.getByRole('link', { name: 'come', exact: true }).click();
  await expect(text.getByRole('heading', { name: 'Utenti di un impianto' })).toBeFocused();
  await page.goBack();
  await expect(text.getByRole('heading', { name: 'Credenziali impianti' })).toBeVisible();
  // A model card is read like a paragraph, and leads to the others.
  await index.getByRole('link', { name: 'Scheda: veicoli sospetti' }).click();
  await expect(page).toHaveURL(/\/help\?card=suspects$/);
  await expect(text.getByRole('heading', { name: 'Errori misurati' })).toBeVisible();
  await expectAccessible(page, 'model card');
  await text.getByRole('link', { name: 'complice', exact: true }).click();
  await expect(text.getByRole('heading', { name: 'Scheda: veicoli complici' })).toBeVisible();

  await page.getByRole('button', { name: /^Utente / }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.goto('/help?topic=look-ups');
  await expect(page.getByRole('heading', { name: 'Ministerial look-ups' })).toBeVisible();
  await page.goto('/help?card=clones');
  await expect(page.getByRole('heading', { name: 'Measured errors' })).toBeVisible();
  await page.goto('/help?topic=%3Cscript%3E&card=%3Cscript%3E');
  await expect(page.getByRole('heading', { name: 'Signing in' })).toBeVisible();
});

test('a new person is shown five steps once, at whatever workstation; skipping them is enough', async ({
  page,
  browser,
  world,
}) => {
  await setFirstSteps(world, world.user('m.ferri').username, true);
  await new LoginPage(page).signIn(world.user('m.ferri'));
  const steps = getSteps(page);
  await expect(steps.getByRole('heading', { name: 'Prima il motivo' })).toBeVisible();
  await expect(steps.getByRole('button', { name: 'Avanti' })).toBeFocused();
  await expectAccessible(page, 'first steps');
  for (const title of [
    'Poi la targa',
    'Che cosa manca si vede',
    'Gli allarmi arrivano da soli',
    'Qui trovi il resto',
  ]) {
    await page.keyboard.press('Enter');
    await expect(steps.getByRole('heading', { name: title })).toBeVisible();
  }
  await steps.getByRole('button', { name: 'Indietro' }).click();
  await expect(steps.getByRole('heading', { name: 'Gli allarmi arrivano da soli' })).toBeVisible();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/user/'),
  );
  await page.keyboard.press('Escape');
  await expect(steps).toBeHidden();
  expect((await saved).status()).toBe(200);

  const other = await (await browser.newContext()).newPage();
  await new LoginPage(other).signIn(world.user('m.ferri'));
  await other.keyboard.press('F1');
  await expect(getPanel(other)).toBeVisible();
  await expect(getSteps(other)).toBeHidden();
  await getPanel(other).getByRole('button', { name: 'Primi passi' }).click();
  await expect(getSteps(other).getByRole('heading', { name: 'Prima il motivo' })).toBeVisible();
  await getSteps(other).getByRole('button', { name: 'Salta' }).click();
  await expect(getSteps(other)).toBeHidden();
});
