import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './world/journey.ts';

const PLATE = 'RV047MC';
const QUESTION = 'Per quale fatto hai cercato questa targa?';
const ANSWER = 'È la macchina di casa, cercata per sbaglio.';

/** Signs out from the search, because the next sign-in begins on the page left last. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/lpr');
  await expect(page.getByRole('tab').first()).toBeVisible();
  await page.goto('/logout');
  await expect(page.getByLabel('E-mail o nome utente')).toBeVisible();
}

/** Opens the user's own consultations, where questions to them are. */
async function openOwn(page: Page, button = 'Le mie consultazioni'): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: /Le mie consultazioni/ });
  await expect(dialog.getByRole('region', { name: 'Le mie domande' })).toBeVisible();
  return dialog;
}

/** The review of the present month with the case of a person open on a plant. */
async function openCase(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Controllo delle consultazioni' }).click();
  await page.getByRole('button', { name: 'Revisione', exact: true }).click();
  const months = page.getByRole('combobox', { name: 'Mese' });
  await months.click();
  await page.getByRole('option').first().click();
  return page.getByRole('grid', { name: 'Casi da rivedere' }).getByRole('row').filter({ hasText: 's.bassi' }).first();
}

test('a look at a declared plate of the household becomes a case; the person is asked, answers, and it is decided by keyboard', async ({
  page,
  world,
  begin,
  list,
  login,
  caseBar,
}) => {
  await begin('s.bassi', { reason: '' });
  const own = await openOwn(page);
  await own.getByLabel('Targhe, separate da virgola').fill('rv 047 mc');
  await own.getByRole('button', { name: 'Dichiara' }).click();
  await expect(own.getByText(/Dichiarata una targa su \d impianti/)).toBeVisible();
  await page.keyboard.press('Escape');
  await list.find(PLATE);
  await list.expectSettled();
  await signOut(page);

  await login.signIn(world.user('c.serra'));
  await caseBar.stateReason('', 'Controllo delle consultazioni');
  const row = await openCase(page);
  await page.getByRole('button', { name: 'Calcola il mese finora' }).click();
  await expect(row).toContainText('targa di casa 40', { timeout: 60_000 });
  await row.click();
  const panel = page.getByRole('group', { name: 'Caso di revisione' });
  await expect(panel).toContainText(`targa dichiarata di casa propria o di un collega (${PLATE}): 1.`);
  await expect(panel).toContainText('40 × (1 − 0), al più 120');
  await panel.getByText(/Voci su cui si fonda/).click();
  await expect(panel.getByRole('table', { name: 'Voci' })).toContainText(PLATE);

  await page.keyboard.press('2');
  await expect(panel.getByLabel('Domanda, come la leggerà la persona')).toBeFocused();
  await page.keyboard.type(QUESTION);
  await page.keyboard.press('Control+Enter');
  await expect(panel).toContainText(QUESTION);
  await expect(row).toContainText('domanda inviata');
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules(['landmark-no-duplicate-banner', 'landmark-unique'])
    .analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([]);
  await signOut(page);

  await begin('s.bassi', { reason: '' });
  const questions = await openOwn(page, '1 domanda per te');
  const question = questions.getByRole('region', { name: /consultazioni di \d\d\/20\d\d/ }).first();
  await expect(question).toContainText(QUESTION);
  await question.getByLabel('La tua risposta').fill(ANSWER);
  await question.getByRole('button', { name: 'Invia la risposta' }).click();
  await expect(question).toContainText(ANSWER);
  await expect(question.getByLabel('La tua risposta')).toHaveCount(0);
  // The next journey finds nothing declared.
  await questions.getByRole('button', { name: 'Dichiara' }).click();
  await expect(questions.getByText(/Dichiarazione tolta/)).toBeVisible();
  await page.keyboard.press('Escape');
  await signOut(page);

  await login.signIn(world.user('c.serra'));
  await caseBar.stateReason('', 'Controllo delle consultazioni');
  const answered = await openCase(page);
  await expect(answered).toContainText('ha risposto');
  await answered.click();
  await expect(panel).toContainText(ANSWER);
  await page.keyboard.press('1');
  await page.keyboard.type('Spiegazione credibile, ricordate le regole.');
  await page.keyboard.press('Control+Enter');
  await expect(answered).toContainText('in ordine');
});
