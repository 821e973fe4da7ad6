import { expect, test } from './world/journey.ts';

test('a page opened by its address finds the reason of before the reload, and asks for none', async ({
  page,
  world,
  login,
  caseBar,
}) => {
  await login.signIn(world.user('s.bassi'));
  await caseBar.stateReason('4471/2026');
  await expect(caseBar.bar).toContainText('4471/2026');
  for (const path of ['/alerts', '/blacklist-v2', '/lpr']) {
    await page.goto(path);
    await expect(caseBar.bar).toContainText('4471/2026', { timeout: 60_000 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(caseBar.dialog).toBeHidden();
  }
});

test('without a reason a page begins with the case bar and continues once it is stated', async ({
  page,
  world,
  login,
  caseBar,
}) => {
  await login.open();
  await page.goto('/blacklist-v2');
  await login.fill(world.user('s.bassi'));
  await expect(caseBar.dialog).toBeVisible({ timeout: 60_000 });
  await caseBar.fill('4472/2026');
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/motivo/i).filter({ hasText: /serve|manca|richiede/i })).toHaveCount(0);
});
