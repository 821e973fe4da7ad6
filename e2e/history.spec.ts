import type { Page } from '@playwright/test';
import { expect, test } from './world/journey.ts';

const findTabs = (page: Page) => page.getByRole('tab');
const findSelectedTab = (page: Page) => page.getByRole('tab', { selected: true });

test.beforeEach(async ({ world, login, caseBar, list }) => {
  await login.signIn(world.user('s.bassi'));
  await caseBar.stateReason('4471/2026');
  await list.find('');
  await list.expectSettled();
});

test('Back and Forward go through transit, page, tab and search, and Back from a detail returns to its row', async ({
  page,
  list,
  detail,
}) => {
  // A page of the list, a transit of it, and back to its row.
  await page.getByRole('button', { name: 'Pagina successiva' }).first().click();
  await expect(list.findNumber(list.rows.first())).toHaveText('51');
  await list.expectSettled();
  await list.rows.nth(30).click();
  await expect(detail.article).toBeVisible();
  expect(page.url()).toMatch(/\/lpr\?tab=[\w-]+&transit=\d+-[\w-]+&page=2$/);
  await page.goBack();
  await expect(detail.article).toBeHidden();
  await expect(list.rows.nth(30)).toBeFocused();
  await expect(list.rows.nth(30)).toBeInViewport();
  await page.goForward();
  await expect(detail.article).toBeVisible();
  // Closing it is the same as Back: there is no second entry of the list.
  await page.keyboard.press('Escape');
  await expect(list.rows.nth(30)).toBeFocused();
  await page.goBack();
  await expect(list.findNumber(list.rows.first())).toHaveText('1');
  await page.goForward();
  await expect(list.findNumber(list.rows.first())).toHaveText('51');

  // A tab, and another search of the list below it.
  await list.rows.first().dblclick();
  await expect(findTabs(page)).toHaveCount(2);
  const title = await findSelectedTab(page).innerText();
  await page.goBack();
  await expect(findSelectedTab(page)).toHaveText('Elenco transiti');
  await page.goForward();
  await expect(findSelectedTab(page)).toHaveText(title);
  await page.goBack();
  await list.period('Oggi').click();
  await list.expectSettled();
  await expect(list.period('Oggi')).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(list.period('Tutti')).toHaveAttribute('aria-pressed', 'true');
  await list.expectSettled();
  await expect(list.rows).toHaveCount(50);
  await expect(page).toHaveURL(/\/lpr\?tab=/);
});

test('RTE-21 the link of a transit opens for a colleague with their own rights, and Back stays in Varco', async ({
  page,
  world,
  login,
  list,
  detail,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  await list.rows.first().getByRole('button', { name: 'Azioni della riga' }).click();
  await page.getByRole('menuitem', { name: 'Copia collegamento' }).click();
  await expect(page.getByText(/^Collegamento copiato/)).toBeVisible();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(link).toMatch(/\/lpr\?transit=\d+-[\w-]+$/);
  const plate = await list.findPlates().first().getAttribute('aria-label');
  await login.signOut();

  // The colleague signs in from the link and sees the transit with their own account, in a tab of their own.
  await page.goto(link);
  await login.fill(world.user('m.ferri'));
  await expect(detail.article.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  await expect(detail.plate.getByRole('img')).toHaveAttribute('aria-label', plate ?? '');
  await page.goBack();
  await expect(findSelectedTab(page)).toHaveText('Elenco transiti');
  await expect(page).toHaveURL(/\/lpr/);

  // A plant without an account is named as what is missing, and a tab of somebody else is no tab here.
  await page.goto('/lpr?transit=9999-ab12');
  await expect(page.getByRole('heading', { name: 'Non hai un accesso all’impianto di questo transito' })).toBeVisible({
    timeout: 60_000,
  });
  await page.goto('/lpr?tab=00000000-9');
  await expect(page.getByText(/La scheda del collegamento non è fra le tue/)).toBeVisible({ timeout: 60_000 });
});
