import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { CasePage } from './pages/case.page.ts';
import { ListPage } from './pages/list.page.ts';
import { LoginPage } from './pages/login.page.ts';
import { expect, test } from './world/journey.ts';
import { getDatabaseUrl } from './world/processes.ts';
import { runSql } from './world/run-sql.ts';
import type { World } from './world/world.ts';

test.use({ ownWorld: 'approvals' });

/** The municipal police sees a day back on two plants; the carabinieri decide. */
async function setLimits(world: World): Promise<void> {
  for (const code of ['CES', 'UNR'])
    await runSql(
      getDatabaseUrl(world.pid, new URL(world.plant(code).url).port),
      `update user_group set look_back_days = case when name = 'fdo polizia locale' then 1 end, approves = (name = 'fdo carabinieri')`,
    );
}

const signIn = async (page: Page, world: World, user: string): Promise<void> =>
  new LoginPage(page).signIn(world.user(user));
const getNotice = (page: Page) => page.locator('#results').getByText(/consenso di una seconda persona|non vede tutto/);

/** Each plant has its own request: a decision made before the second one came would be about the first alone. */
async function expectBothPlants(requests: Locator): Promise<void> {
  await expect(requests).toContainText('Cesena Cintura');
  await expect(requests).toContainText('Unione Rubicone');
}

test('beyond the days of a role: asked at a desk, granted on a phone, answered within seconds', async ({
  page,
  world,
  browser,
  begin,
  list,
}) => {
  await setLimits(world);
  await begin('s.bassi', { reason: '9051/2026' });
  const phone = await browser.newContext({ baseURL: world.portal, viewport: { width: 390, height: 844 } });
  const officer = await phone.newPage();
  await signIn(officer, world, 'm.ferri');

  await list.find('');
  await list.expectSettled();
  await expect(
    page.getByText('Il tuo ruolo non vede tutto il periodo chiesto su: Cesena Cintura, Unione Rubicone.'),
  ).toBeVisible();
  const before = await list.rows.count();
  await page.getByRole('button', { name: 'Chiedi il consenso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Chiedi il consenso di una seconda persona' });
  await expect(dialog.getByText('tutti i transiti')).toBeVisible();
  await dialog.getByLabel('Perché serve andare oltre').fill('la prima denuncia è di due giorni fa');
  const asked = Date.now();
  await page.keyboard.press('Control+s');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^In attesa del consenso/)).toBeVisible();

  await officer.getByRole('button', { name: '1 richiesta di consenso da decidere' }).click();
  await expect(officer).toHaveURL(/\/approvals$/);
  const open = officer.getByRole('table', { name: 'Da decidere' });
  await expect(open).toContainText('la prima denuncia è di due giorni fa');
  await expectBothPlants(open);
  await open.getByRole('button', { name: 'Consenti' }).click();
  const decision = officer.getByRole('dialog', { name: /^Consenti la ricerca di s\.bassi/ });
  await decision.getByLabel('Motivo della decisione').fill('confermo la necessità');
  await decision.getByRole('button', { name: 'Consenti' }).click();
  await expect(decision).toBeHidden();

  await expect(getNotice(page)).toHaveCount(0);
  await list.expectSettled();
  test.info().annotations.push({ type: 'ms from request to answer', description: String(Date.now() - asked) });
  expect(await list.rows.count()).toBeGreaterThanOrEqual(before);
  await expect(officer.getByRole('table', { name: 'Ultimi 30 giorni' })).toContainText('dato');
  await expectAccessible(officer, 'approvals on a phone');

  // Another question is not allowed by it.
  await list.find('ZZ*');
  await list.expectSettled();
  await page.getByRole('button', { name: 'Chiedi il consenso' }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'request for approval');
  await phone.close();
});

test('a refusal says why, one’s own request can be withdrawn, and who works on the case does not decide', async ({
  page,
  world,
  browser,
}) => {
  await setLimits(world);
  await signIn(page, world, 's.bassi');
  await new CasePage(page).stateReason('77/2026');
  const list = new ListPage(page);
  await list.find('ZX*');
  await list.expectSettled();
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Chiedi il consenso' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chiedi il consenso di una seconda persona' });
    await dialog.getByLabel('Perché serve andare oltre').fill('serve tutto il mese');
    await dialog.getByRole('button', { name: 'Chiedi', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await ask();
  await page.getByRole('link', { name: 'Consensi', exact: true }).click();
  await page.getByRole('button', { name: 'Ritira' }).click();
  const withdrawn = page
    .getByRole('table', { name: 'Ultimi 30 giorni' })
    .getByRole('row')
    .filter({ hasText: 'ritirata' });
  await expectBothPlants(withdrawn);
  await expect(page.getByText('in attesa', { exact: true })).toHaveCount(0);
  await page.goBack();
  await list.expectSettled();
  await ask();

  const other = await browser.newContext({ baseURL: world.portal });
  const officer = await other.newPage();
  await signIn(officer, world, 'm.ferri');
  await officer.getByRole('link', { name: 'Consensi', exact: true }).click();
  const open = officer.getByRole('table', { name: 'Da decidere' });
  await expectBothPlants(open);
  await open.getByRole('button', { name: 'Nega' }).click();
  const decision = officer.getByRole('dialog', { name: /^Nega la ricerca/ });
  await decision.getByLabel('Motivo della decisione').fill('il reato è di ieri');
  await decision.getByRole('button', { name: 'Nega' }).click();
  await expect(decision).toBeHidden();
  for (const plant of ['Cesena Cintura', 'Unione Rubicone'])
    await expect(getNotice(page)).toContainText(`${plant}: consenso negato, «il reato è di ieri»`);

  // The officer looks something up under the same case number, and may no longer decide about it.
  await officer.getByRole('link', { name: 'Transiti', exact: true }).click();
  await new CasePage(officer).stateReason('77/2026');
  await new ListPage(officer).find('ZB*');
  await new ListPage(officer).expectSettled();
  await ask();
  await officer.getByRole('link', { name: 'Consensi', exact: true }).click();
  await expect(
    officer.getByText('Hai consultato con lo stesso fascicolo: decide chi non ci lavora.').first(),
  ).toBeVisible();
  await expect(open).toHaveCount(0);
  await other.close();
});
