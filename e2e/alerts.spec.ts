import { createPool } from '@varco/server-kit/database/pool.ts';
import type { Page } from '@playwright/test';
import { insertBlacklistRow, insertWhitelistRow } from '../apps/plant-server/src/testing/list-rows.ts';
import { expectAccessible } from './pages/accessible.ts';
import { sendRead } from './world/camera.ts';
import { expect, test } from './world/journey.ts';
import { getDatabaseUrl, getServerPid } from './world/processes.ts';
import type { World } from './world/world.ts';

test.describe.configure({ timeout: 240_000 });

/** Adds plates to the lists of a plant through its API, as its screens do. */
async function addToLists(
  world: World,
  code: string,
  black: readonly string[],
  white: readonly string[] = [],
): Promise<void> {
  const { port } = new URL(world.plant(code).url);
  const pool = createPool({ url: getDatabaseUrl(world.pid, port), applicationName: 'varco journey', max: 1 });
  for (const plate of black) await insertBlacklistRow(pool, plate, { note: 'Furti in abitazione' });
  for (const plate of white) await insertWhitelistRow(pool, plate, ['blacklist']);
  await pool.end();
}

/** Only the feed is checked for accessibility; the list next to it is checked by other journeys. */
const FEED = '[aria-label="Allarmi dal vivo"]';
const findFeed = (page: Page) => page.getByRole('region', { name: 'Allarmi dal vivo' });
const findBell = (page: Page) => page.getByRole('button', { name: /^Allarmi dal vivo/ });

test('LIVE-07 SCOPE-05 WL-01: an alert arrives beside a search, is taken to its outcome, and stands in history and report; a whitelisted plate is silent', async ({
  page,
  world,
  list,
  begin,
}) => {
  const { url } = world.plant('CES');
  const { camera } = world.keysOf('CES');
  await addToLists(world, 'CES', ['ZL001AA', 'ZL002AA', 'ZL003AA'], ['ZL002AA']);
  await begin('m.ferri', { reason: '8001/2026', find: '' });
  await findBell(page).click();
  const feed = findFeed(page);
  await expect(feed.getByText('collegato', { exact: true })).toBeVisible();
  await expectAccessible(page, 'alert feed', FEED);
  await page.keyboard.press('Escape');
  await expect(feed).toBeHidden();

  // New alerts do not move the rows of the list; only the bell counts.
  const first = await list.rows.first().textContent();
  expect(await sendRead(url, camera, 'ZL002AA')).toBe(true);
  expect(await sendRead(url, camera, 'ZL001AA', { marca: 'FIAT', modello: 'Panda', colore: 'red' })).toBe(true);
  await expect(findBell(page)).toHaveAccessibleName('Allarmi dal vivo: 1 nuovo');
  expect(await list.rows.first().textContent()).toBe(first);
  await findBell(page).click();
  await expect(feed.getByRole('listitem')).toHaveCount(1);
  await feed.getByRole('button', { name: /ZL001AA/ }).click();

  const card = feed.getByRole('article', { name: 'Allarme Blacklist' });
  await expect(card.getByText('Furti in abitazione')).toBeVisible();
  await expect(card.getByText('FIAT Panda rosso', { exact: true })).toBeVisible();
  await expect(card.getByText(/^(?:Lettura probabilmente giusta|Probabile errore di lettura) \(\d+ %\)/)).toBeVisible();
  await card.getByText('Come nasce la stima').click();
  await expect(card.getByRole('row', { name: /^Somma [+−]?\d,\d\d$/ })).toBeVisible();
  await card.getByRole('button', { name: 'Prendi in carico' }).click();
  await expect(card.getByText(/^In carico a te dalle/)).toBeVisible();
  // Nobody is sent before plate and picture are compared.
  await expect(card.getByText(/^Per inviare una pattuglia prima confronta/)).toBeVisible();
  await card.press('v');
  await expect(card.getByText(/^Targa verificata da/)).toBeVisible();
  await card.press('p');
  await page.keyboard.type('Volante 3');
  await page.keyboard.press('Enter');
  await expect(card.getByText(/^Pattuglia Volante 3: inviata da/)).toBeVisible();
  await card.getByLabel('Esito', { exact: true }).click();
  await page.getByRole('option', { name: 'Confermato' }).click();
  await card.getByLabel('Nota', { exact: true }).fill('Fermato in via Emilia');
  await card.getByRole('button', { name: 'Registra l’esito' }).click();
  await expect(card.getByText(/Confermato: .* · Fermato in via Emilia/)).toBeVisible();
  await expectAccessible(page, 'alert card', FEED);

  // Opens by itself when the user has enabled that.
  await feed.getByRole('button', { name: 'Impostazioni degli allarmi' }).click();
  await feed.getByLabel('Apri da sola la scheda degli allarmi urgenti').check();
  await expectAccessible(page, 'alert settings', FEED);
  await feed.getByRole('button', { name: 'Chiudi gli allarmi' }).click();
  expect(await sendRead(url, camera, 'ZL003AA')).toBe(true);
  const popup = page.getByRole('alertdialog', { name: 'Allarme Blacklist' });
  await expect(popup.getByRole('img', { name: /ZL003AA/ })).toBeVisible();
  await popup.getByRole('button', { name: 'Torna all’elenco' }).click();
  await expect(popup).toBeHidden();

  await page.getByRole('link', { name: 'Allarmi', exact: true }).click();
  await expect(page).toHaveTitle('Allarmi · Varco');
  const history = page.getByRole('grid', { name: 'Elenco' });
  await expect(history.getByRole('row', { name: /ZL001AA.*Confermato/ })).toBeVisible();
  await expect(history.getByRole('row', { name: /ZL002AA/ })).toHaveCount(0);
  await page.getByLabel('Targa', { exact: true }).fill('ZL003AA');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(history.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Resoconto degli esiti' }).click();
  await expect(page.getByRole('table', { name: 'Per varco' }).getByRole('row').nth(1)).toContainText('Cesena Cintura');
  await expectAccessible(page, 'alert report');
});

test('LIVE-04 LIVE-05 DLG-05: one connection for all tabs; cut, it is said and taken up again, and what was raised meanwhile arrives once', async ({
  page,
  context,
  world,
  begin,
}) => {
  const { url } = world.plant('CES');
  const { camera } = world.keysOf('CES');
  await addToLists(world, 'CES', ['ZM001AA', 'ZM002AA', 'ZM003AA']);
  let streams = 0;
  context.on('request', (request) => {
    if (request.url() === `${url}/api/notifications/receive` && request.method() === 'POST') streams += 1;
  });
  await begin('s.bassi');
  await findBell(page).click();
  await expect(findFeed(page).getByText('collegato', { exact: true })).toBeVisible();
  // A tab opened from this one shares its session.
  const [second] = await Promise.all([context.waitForEvent('page'), page.evaluate(`void window.open('/lpr')`)]);
  await expect(findBell(second)).toBeVisible({ timeout: 40_000 });
  expect(await sendRead(url, camera, 'ZM001AA')).toBe(true);
  await expect(findFeed(page).getByRole('button', { name: /ZM001AA/ })).toBeVisible();
  await expect(findBell(second)).toHaveAccessibleName('Allarmi dal vivo: 1 nuovo');
  expect(streams).toBe(1);

  process.kill(getServerPid(world.pid, new URL(url).port), 'SIGKILL');
  const closed = page.getByText(
    'La ricezione degli allarmi si è interrotta, nuovo tentativo di collegamento in corso.',
  );
  await expect(closed).toBeVisible();
  await expect.poll(() => sendRead(url, camera, 'ZM002AA'), { timeout: 40_000 }).toBe(true);
  await expect(findFeed(page).getByRole('button', { name: /ZM002AA/ })).toHaveCount(1, { timeout: 40_000 });
  await expect(closed).toBeHidden();

  // The tab with the alert connection closes; the other tab takes over at the same position.
  await page.close();
  expect(await sendRead(url, camera, 'ZM003AA')).toBe(true);
  await expect(findBell(second)).toHaveAccessibleName('Allarmi dal vivo: 3 nuovi', { timeout: 40_000 });
});
