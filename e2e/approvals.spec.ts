import type { Locator, Page } from '@playwright/test';
import { openZip } from '@varco/evidence/zip/zip-reader.ts';
import { expectAccessible } from './pages/accessible.ts';
import { CasePage } from './pages/case.page.ts';
import { waitForDownload } from './pages/download.ts';
import { ListPage } from './pages/list.page.ts';
import { LoginPage } from './pages/login.page.ts';
import { expect, test } from './world/journey.ts';
import { getDatabaseUrl } from './world/processes.ts';
import { runSql } from './world/run-sql.ts';
import { formatReadTime, listSeededReads } from './world/seeded-traffic.ts';
import type { World } from './world/world.ts';

test.use({ ownWorld: 'approvals' });

const DAY_MS = 86_400_000;

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

/**
 * A plate that the two limited plants read a few times, at least twice before the days of the role; journeys that need one
 * without an approval take different ones.
 */
function chooseOldPlate(world: World, which: 0 | 1): string {
  const newestMs = Date.parse(world.begunAt) - 2 * DAY_MS;
  const reads = Map.groupBy(listSeededReads(world.begunAt, ['CES', 'UNR']), ({ plate }) => plate);
  const found = [...reads].filter(
    ([plate, group]) =>
      /^[A-Y]{2}\d{3}[A-Z]{2}$/.test(plate) &&
      group.length <= 20 &&
      group.filter(({ plant, at }) => plant === 'CES' && Date.parse(at) < newestMs).length >= 2,
  );
  const plate = found[which]?.[0];
  if (plate === undefined) throw new Error('The seeded traffic has no such plate.');
  return plate;
}

/** The instants of all rows of an exported archive, newest first, as the page object of the list reads them. */
async function readExportedTimes(file: string, password: string): Promise<readonly string[]> {
  const archive = await openZip(file);
  const times: string[] = [];
  for (const entry of archive.entries.filter(({ name }) => name.endsWith('dati.csv'))) {
    const parts: Uint8Array[] = [];
    for await (const part of archive.read(entry, password)) parts.push(part);
    const [head = '', ...lines] = Buffer.concat(parts).toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
    const at = head.replaceAll('"', '').split(';').indexOf('data_utc');
    times.push(...lines.map((line) => line.split(';')[at]?.replaceAll('"', '') ?? ''));
  }
  await archive.close();
  return times
    .map((at) => formatReadTime(at))
    .toSorted()
    .toReversed();
}

/** Requests an approval for the search that is shown; the officer grants it. */
async function requestAndGrant(page: Page, officer: Page, why: string): Promise<void> {
  await page.getByRole('button', { name: 'Chiedi il consenso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Chiedi il consenso di una seconda persona' });
  await dialog.getByLabel('Perché serve andare oltre').fill(why);
  await page.keyboard.press('Control+s');
  await officer.getByRole('link', { name: 'Consensi', exact: true }).click();
  const request = officer.getByRole('table', { name: 'Da decidere' }).getByRole('row').filter({ hasText: why });
  await expectBothPlants(request);
  await request.getByRole('button', { name: 'Consenti' }).click();
  const decision = officer.getByRole('dialog', { name: /^Consenti la ricerca di s\.bassi/ });
  await decision.getByLabel('Motivo della decisione').fill('confermo la necessità');
  await decision.getByRole('button', { name: 'Consenti' }).click();
  await expect(decision).toBeHidden();
}

test('what a second person allowed is exported and drawn on the map: archive and track are those of the list', async ({
  page,
  world,
  browser,
  list,
  begin,
}, info) => {
  test.setTimeout(300_000);
  await setLimits(world);
  const plate = chooseOldPlate(world, 0);
  const other = await browser.newContext({ baseURL: world.portal });
  const officer = await other.newPage();
  await signIn(officer, world, 'm.ferri');
  await begin('s.bassi', { reason: '9052/2026', find: plate });
  const within = await list.rows.count();
  await requestAndGrant(page, officer, 'la procura chiede tutti i passaggi');

  const consent = page.getByText(/^Con il consenso di m\.ferri.*, scade alle \d\d:\d\d/);
  await expect(consent).toContainText('Cesena Cintura');
  await expect(getNotice(page)).toHaveCount(0);
  await list.expectSettled();
  const listed = await list.readTimes();
  expect(listed.length).toBeGreaterThan(within);
  await expectAccessible(page, 'granted search');

  await page.locator('#results').getByRole('row').nth(1).focus();
  await page.keyboard.press('e');
  const order = page.getByRole('dialog', { name: 'Esporta transiti' });
  await expect(order.getByText(/^Con il consenso di m\.ferri/)).toBeVisible();
  await expect(order.getByText('solo il periodo del tuo ruolo')).toHaveCount(0);
  await expect(
    order
      .getByRole('status')
      .filter({ hasText: String(listed.length) })
      .first(),
  ).toBeVisible();
  await expectAccessible(page, 'granted export');
  await order.getByRole('button', { name: 'CONFERMA' }).click();
  await expect(order).toBeHidden({ timeout: 30_000 });

  await list.rows.first().focus();
  await page.keyboard.press('m');
  const track = page.getByRole('region', { name: `Tracciato transiti ${plate}` });
  await expect(track.getByText(/^Con il consenso di m\.ferri/)).toBeVisible();
  await expect(track.getByText(/Il tuo ruolo vede solo un periodo limitato/)).toHaveCount(0);
  const passages = track
    .getByRole('region', { name: 'Transiti', exact: true })
    .getByRole('button', { name: /^Azioni su/ });
  await expect(passages).toHaveCount(listed.length, { timeout: 40_000 });
  await expectAccessible(page, 'granted track');

  await page.getByRole('link', { name: 'Esportazioni' }).first().click();
  const card = page.getByRole('list', { name: 'Esportazioni salvate' }).getByRole('article').first();
  await expect(card.getByText('completato', { exact: true }).first()).toBeVisible({ timeout: 150_000 });
  await card.getByRole('button', { name: /^Mostra la password/ }).click();
  const password = (await page.getByRole('dialog').locator('output').textContent()) ?? '';
  await page.keyboard.press('Escape');
  const coming = waitForDownload(page);
  await card.getByRole('button', { name: /^Scarica / }).click();
  const file = info.outputPath('granted.zip');
  await (await coming).saveAs(file);
  expect(await readExportedTimes(file, password)).toEqual(listed);
  await other.close();
});

test('what is granted while the second screen shows the track is drawn there, without a reload', async ({
  page,
  context,
  world,
  browser,
  list,
  begin,
}) => {
  test.setTimeout(240_000);
  await setLimits(world);
  const other = await browser.newContext({ baseURL: world.portal });
  const officer = await other.newPage();
  await signIn(officer, world, 'm.ferri');
  await begin('s.bassi', { reason: '9053/2026', find: chooseOldPlate(world, 1) });
  const opened = context.waitForEvent('page');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  const second = await opened;
  await expect(second.getByText(/^Motivo: /)).toBeVisible({ timeout: 40_000 });
  await list.rows.first().click();
  await second.getByRole('button', { name: 'Mappa', exact: true }).click();
  await expect(second.getByText(/Il tuo ruolo vede solo un periodo limitato/)).toBeVisible({ timeout: 40_000 });

  await requestAndGrant(page, officer, 'serve il tracciato della settimana');
  const granted = second.getByText(/^Con il consenso di m\.ferri/);
  const offered = second.getByRole('button', { name: 'Mostra il periodo del consenso' });
  await expect(granted.or(offered).first()).toBeVisible({ timeout: 20_000 });
  // Said once, in the first window.
  await expect(second.getByText(/^Consenso dato da m\.ferri/)).toHaveCount(0);
  await other.close();
});
