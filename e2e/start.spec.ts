import { expect, test } from './world/journey.ts';

/** The plant of the demo that answers nobody without a reason. */
const STRICT_PLANT = 'RIM';

test('a page opened by its address finds the reason of before the reload: no plant refuses a call and none is asked for', async ({
  page,
  world,
  login,
  caseBar,
}) => {
  const { url } = world.plant(STRICT_PLANT);
  await login.signIn(world.user('m.ferri'));
  await caseBar.stateReason('4471/2026');
  await expect(caseBar.bar).toContainText('4471/2026');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 428) refused.push(response.url());
  });
  for (const path of ['/alerts', '/blacklist-v2']) {
    const answered = page.waitForResponse(
      (response) => response.url().startsWith(url) && response.request().headers()['x-varco-reason'] !== undefined,
    );
    await page.goto(path);
    await answered;
    await expect(caseBar.bar).toContainText('4471/2026');
    await expect(caseBar.dialog).toBeHidden();
  }
  expect(refused).toEqual([]);
});

test('without a reason a page begins with the case bar, and its call continues once the reason is stated', async ({
  page,
  world,
  login,
  caseBar,
}) => {
  const { url } = world.plant(STRICT_PLANT);
  await page.goto('/blacklist-v2');
  await login.fill(world.user('m.ferri'));
  await expect(caseBar.dialog).toBeVisible({ timeout: 60_000 });
  const answered = page.waitForResponse(
    (response) => response.url().startsWith(url) && response.request().headers()['x-varco-reason'] !== undefined,
  );
  await caseBar.fill('4472/2026');
  await answered;
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
});
