import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test('axe finds nothing on sign-in, list, detail and dialogs, in both themes', async ({
  page,
  world,
  login,
  list,
  detail,
  caseBar,
}) => {
  test.setTimeout(300_000);
  await login.open();
  await expectAccessible(page, 'sign-in');
  await login.fill(world.user('s.bassi'));
  await login.expectInside();
  await expectAccessible(page, 'before a search');
  await page.keyboard.press('F8');
  await expect(caseBar.dialog).toBeVisible();
  await expectAccessible(page, 'reason');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog', { name: 'Scorciatoie da tastiera' })).toBeVisible();
  await expectAccessible(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await list.plate.fill('ZZ000ZZ');
  await expect(list.results.getByRole('heading', { name: 'La ricerca non ha prodotto risultati' })).toBeVisible();
  // The suggestions of the plate box would cover the plants column.
  await list.plate.blur();
  await expectAccessible(page, 'nothing found');
  await list.find('');
  await expect(list.rows.first()).toBeVisible();
  await list.expectSettled();
  await expectAccessible(page, 'results');
  await list.rows.first().click();
  await expect(detail.article).toBeVisible();
  await expectAccessible(page, 'detail');
});

test('axe finds nothing on the landing page, about and every section of the settings, in both themes', async ({
  page,
  world,
  begin,
}) => {
  test.setTimeout(240_000);
  await begin('assistenza');
  for (const path of [
    '/home',
    '/about',
    '/settings',
    '/settings/security',
    '/settings/two-factor',
    '/settings/vault',
    '/settings/sessions',
    '/settings/appearance',
  ]) {
    await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
    await expect(page.getByRole('main')).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.evaluate(
    "history.pushState({}, '', '/settings/two-factor'); dispatchEvent(new PopStateEvent('popstate'))",
  );
  await page.getByLabel('Password attuale', { exact: true }).fill(world.user('assistenza').password);
  await page.getByRole('button', { name: 'Inizia' }).click();
  await expect(page.getByRole('img', { name: /Codice QR/ })).toBeVisible();
  await expectAccessible(page, 'two-factor set-up');
});
