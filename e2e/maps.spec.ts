import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './pages/accessible.ts';
import type { ListPage } from './pages/list.page.ts';
import { expect, test } from './world/journey.ts';
import { findPlatesTogether, findTravellingPlate, listSeededReads } from './world/seeded-traffic.ts';

/** Navigates inside the app, without reloading the page. */
const navigate = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
const findDrawnMap = (page: Page) => page.locator('[data-map-state=idle]');

/**
 * Records in the page the content of the sheet when it was printed: rows of its table, width of its picture in
 * points.
 */
const PRINTED = `addEventListener('beforeprint', () => {
  const picture = document.querySelector('body > div > img');
  const rows = document.querySelectorAll('body > div > img ~ * tbody tr').length;
  document.documentElement.dataset.printed = JSON.stringify({ rows, width: picture?.naturalWidth ?? 0 });
})`;

/** Number of colours on the map; an empty map has one. */
async function countColours(page: Page): Promise<number> {
  const { data, info } = await sharp(await page.locator('.maplibregl-canvas').screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const seen = new Set<number>();
  for (let at = 0; at < data.length; at += info.channels)
    seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
  return seen.size;
}

/**
 * Opens the track of the plate of the first row, over the whole archive, and waits for its map and for every plant: a
 * plant that answers later adds rows and renumbers the others.
 */
async function openTrack(page: Page, list: ListPage): Promise<void> {
  await list.rows.first().focus();
  await page.keyboard.press('m');
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Tracciato transiti /);
  await page.getByRole('button', { name: 'Tutto', exact: true }).click();
  await expect(summaryOf(page)).toContainText(/(\d+) impianti su \1 hanno risposto/, { timeout: 40_000 });
  await expect(findDrawnMap(page)).toBeVisible({ timeout: 40_000 });
}
const summaryOf = (page: Page) => page.getByRole('region', { name: 'Riepilogo del tracciato' });
const trackOf = (page: Page) => page.getByRole('region', { name: 'Transiti', exact: true });
const trackRows = (page: Page) =>
  trackOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Azioni su/ }) });

test('TMAP-02 TMAP-04 TMAP-07 TMAP-17 the track of a plate: map and list say the same, are played and stepped through', async ({
  page,
  world,
  list,
  begin,
}) => {
  test.setTimeout(300_000);
  const plate = findTravellingPlate(listSeededReads(world.begunAt), { fewest: 6, most: 40 });
  const requested: { host: string; body: Record<string, unknown> }[] = [];
  await begin('m.ferri', { reason: '4471/2026', find: plate });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/lpr/search'))
      requested.push({ host: new URL(request.url()).host, body: request.postDataJSON() as Record<string, unknown> });
  });
  await openTrack(page, list);
  // One page of 999 rows of every plant, filtered by plate only.
  expect(requested.length).toBeGreaterThan(4);
  expect(requested.every(({ body }) => body['p'] === 1 && body['page_size'] === 999 && body['f_targa'] !== '')).toBe(
    true,
  );

  const track = trackOf(page);
  const rows = trackRows(page);
  const summary = summaryOf(page);
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  await expect(summary).toContainText(new RegExp(`^${count}\\s*transit`));
  const routes = await track.getByRole('heading', { name: /^Percorso/ }).count();
  await expect(summary).toContainText(new RegExp(`${routes}\\s*percors`));
  // Newest first, so the numbers in time order decrease.
  const numbers = await rows.locator('[data-look]').allTextContents();
  expect(numbers.map(Number)).toEqual(Array.from({ length: count }, (_, index) => count - index));
  expect(await countColours(page)).toBeGreaterThan(20);

  const current = track.locator('[aria-current=true]');
  await page.getByRole('button', { name: 'Transito successivo' }).click();
  await expect(current).toHaveText(/^1/);
  await page.keyboard.press('k');
  await expect(current).toHaveText(new RegExp(`^${count}`));
  await page.getByRole('slider', { name: 'Linea del tempo' }).focus();
  await page.keyboard.press('Home');
  await expect(current).toHaveText(/^1/);
  // While playing, hovering a transit shows nothing; when stopped, it does.
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: 'Ferma la riproduzione' })).toBeVisible();
  await page.getByRole('button', { name: 'Ferma la riproduzione' }).click();
  await rows.first().getByRole('button').first().hover();
  await expect(current).toHaveText(new RegExp(`^${count}`));

  await rows
    .first()
    .getByRole('button', { name: /^Azioni su/ })
    .click();
  for (const name of ['Dettaglio', 'Storico targa', 'Stampa'])
    await expect(page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  // The tooltip of the button under the pointer would cover the page.
  await page.mouse.move(700, 4);
  await expect(page.getByRole('tooltip')).toBeHidden();
  await expectAccessible(page, 'track');
});

test('a second plate on the track: where and when both were at one gate, by keyboard, and taken away again', async ({
  page,
  world,
  list,
  begin,
}) => {
  test.setTimeout(240_000);
  const { plates, times } = findPlatesTogether(listSeededReads(world.begunAt));
  await begin('m.ferri', { reason: '4471/2026', find: plates[0] });
  await openTrack(page, list);
  const before = await countColours(page);
  const field = page.getByRole('textbox', { name: 'Confronta con la targa' });
  await field.fill(plates[0]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('È la stessa targa')).toBeVisible();
  await field.fill(plates[1].toLowerCase());
  await page.keyboard.press('Enter');
  const together = page.getByRole('region', { name: 'Insieme a' });
  const meetings = together.getByRole('listitem');
  await expect(meetings.first()).toBeVisible({ timeout: 40_000 });
  // The traffic was counted with neighbours only, and within a minute; a wider gap finds no fewer.
  await expect.poll(() => meetings.count()).toBeGreaterThanOrEqual(times);
  await expect(together).toContainText(new RegExp(`${await meetings.count()} volt[ae] allo stesso varco`));
  await expect(meetings.first()).toContainText(/insieme, alle|l’altra alle/);
  await expect.poll(() => countColours(page)).toBeGreaterThan(before);
  const inFive = await meetings.count();
  await together.getByText('1 min', { exact: true }).click();
  await expect.poll(() => meetings.count()).toBeLessThanOrEqual(inFive);
  await meetings.first().getByRole('button').press('Enter');
  await expect(meetings.first().getByRole('button')).toHaveAttribute('aria-current', 'true');
  // Both vehicles side by side.
  await expect(meetings.first().getByRole('figure')).toHaveCount(2);
  await expectAccessible(page, 'comparison of two plates');
  await together.getByRole('button', { name: 'Togli il confronto' }).press('Enter');
  await expect(trackRows(page).first()).toBeVisible();
  await expect(field).toHaveValue('');
});

test('SCOPE-06 TMAP-01 the track of a plate is printed, and switched from the map to a list', async ({
  page,
  world,
  list,
  begin,
}) => {
  test.setTimeout(300_000);
  const plate = findTravellingPlate(listSeededReads(world.begunAt), { fewest: 6, most: 40 });
  await begin('m.ferri', { reason: '4471/2026', find: plate });
  await openTrack(page, list);
  await expect(trackRows(page).first()).toBeVisible();
  const count = await trackRows(page).count();

  // On paper: the current map and every passage below it. The print sheet exists only while printing.
  await page.evaluate(PRINTED);
  await page.getByRole('button', { name: 'Stampa', exact: true }).click();
  const printed = page.locator('html[data-printed]');
  await expect(printed).toBeVisible({ timeout: 20_000 });
  const sheet = JSON.parse((await printed.getAttribute('data-printed')) ?? '{}') as { rows: number; width: number };
  expect(sheet.rows).toBe(count);
  expect(sheet.width).toBeGreaterThan(300);
  await expect(page.getByRole('table')).toHaveCount(0);

  await page.getByRole('button', { name: 'Visualizza elenco transiti' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(count + 1);
  await expectAccessible(page, 'track as a list');
});

test('PMAP-02 PMAP-10 TMAP-08 RTE-11 every gate of every plant: states, missing positions, and a change that stays and can be taken back', async ({
  page,
  world,
  begin,
}) => {
  test.setTimeout(300_000);
  await begin('amministratore', { reason: '4471/2026' });
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { pathname, host } = new URL(request.url());
    if (pathname.startsWith('/api/varchi')) hosts.add(host);
  });
  await navigate(page, '/map');
  await expect(findDrawnMap(page)).toBeVisible({ timeout: 40_000 });
  const portal = new URL(world.portal).host;
  expect(hosts.size).toBeGreaterThan(4);
  expect(hosts.has(portal)).toBe(false);
  expect(await countColours(page)).toBeGreaterThan(20);
  const list = page.getByRole('region', { name: 'Varchi', exact: true });
  await expect(list.getByText(/varchi senza posizione valida, non sono in mappa/)).toBeVisible();

  await page.getByLabel('Impianto', { exact: true }).selectOption({ label: 'Cesena Cintura' });
  await page.getByRole('textbox', { name: 'Cerca un varco' }).fill('diegaro');
  const row = list.getByRole('row', { name: /V05 Diegaro/ });
  await expect(list.getByRole('row')).toHaveCount(2);
  await row.getByRole('button', { name: 'V05 Diegaro', exact: true }).click();
  await expect(page.getByRole('article', { name: 'V05 Diegaro' })).toContainText('Modello telecamera');
  await expectAccessible(page, 'plants map');
  // From its latest picture to the passages of that plate, first on the map, then as a list, the day before and
  // after.
  await page.getByRole('button', { name: 'Ultima immagine' }).click();
  const dialog = page.getByRole('dialog', { name: /^Tracciato transiti / });
  await page.getByRole('button', { name: 'Tracciato su mappa' }).click();
  await expect(dialog.getByRole('region', { name: 'Riproduzione' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Dal', exact: true })).not.toHaveValue('');
  await dialog.getByRole('button', { name: 'Chiudi' }).click();
  await page.getByRole('button', { name: 'Elenco transiti', exact: true }).click();
  await expect(dialog.getByRole('table')).toContainText('V05 Diegaro');
  await dialog.getByRole('button', { name: 'Chiudi' }).click();

  await row.getByRole('button', { name: 'Modifica V05 Diegaro' }).click();
  const form = page.getByRole('form', { name: 'Modifica V05 Diegaro' });
  const latitude = form.getByLabel('Latitudine');
  const before = await latitude.inputValue();
  // Dragged: the gate is at the centre of the map, which was moved to it.
  await expect(findDrawnMap(page)).toBeVisible({ timeout: 20_000 });
  const canvas = await page.locator('.maplibregl-canvas').boundingBox();
  const [x, y] = [(canvas?.x ?? 0) + (canvas?.width ?? 0) / 2, (canvas?.y ?? 0) + (canvas?.height ?? 0) / 2];
  const longitude = form.getByLabel('Longitudine');
  const east = Number(await longitude.inputValue());
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y, { steps: 3 });
  await page.mouse.move(x + 60, y - 40, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(east);
  expect(Number(await latitude.inputValue())).toBeGreaterThan(Number(before));
  await latitude.fill('91');
  await expect(form.getByRole('alert')).toContainText('La posizione vuole latitudine');
  await latitude.fill('44,201');
  await form.getByLabel('Note').fill('palo nuovo');
  await expectAccessible(page, 'gate form');
  await form.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('V05 Diegaro: modifiche salvate.')).toBeVisible();
  await row.getByRole('button', { name: 'Modifica V05 Diegaro' }).click();
  await expect(latitude).toHaveValue('44.201');
  await form.getByRole('button', { name: 'Annulla' }).click();
  await page.getByRole('button', { name: 'Annulla modifica' }).click();
  await expect(page.getByText('V05 Diegaro: modifiche salvate.')).toBeHidden();
  await expect(async () => {
    await row.getByRole('button', { name: 'Modifica V05 Diegaro' }).click();
    const value = await latitude.inputValue();
    await form.getByRole('button', { name: 'Annulla' }).click();
    expect(value).toBe(before);
  }).toPass();

  await page.getByRole('button', { name: 'Cambia sfondo della mappa' }).click();
  await expect(page.getByRole('button', { name: 'Cambia sfondo della mappa' })).toHaveAttribute('aria-pressed', 'true');
  await expect(findDrawnMap(page)).toBeVisible();
});

test('ZMAP-01 ROUTE-23 RTE-12 ROUTE-04 a zone is made without a pointer, searched, asked for destinations, and deleted', async ({
  page,
  list,
  begin,
}) => {
  test.setTimeout(300_000);
  await begin('amministratore', { reason: '4471/2026' });
  await navigate(page, '/map-zones');
  await expect(findDrawnMap(page)).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Nuova zona' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Cesena Cintura' }).press('Enter');
  const form = page.getByRole('form', { name: 'Zona' });
  await form.getByLabel('Nome').fill('Cesena centro');
  await expect(form.getByRole('button', { name: 'Salva' })).toBeDisabled();
  for (const [index, [lat, lon]] of [
    ['43.9', '11.9'],
    ['43.9', '12.7'],
    ['44.5', '12.3'],
  ].entries()) {
    await form.getByRole('button', { name: 'Aggiungi un vertice' }).press('Enter');
    await form.getByLabel(`Latitudine del vertice ${index + 1}`).fill(lat ?? '');
    await form.getByLabel(`Longitudine del vertice ${index + 1}`).fill(lon ?? '');
  }
  // The pointer can do it too: a corner where the map is clicked.
  await page.locator('.maplibregl-canvas').click({ position: { x: 300, y: 60 } });
  await expect(form.getByLabel('Latitudine del vertice 4')).toBeVisible();
  await form.getByRole('button', { name: 'Togli il vertice 4' }).click();
  await form.getByRole('checkbox', { name: /V05 Diegaro/ }).check();
  await expectAccessible(page, 'zone form');
  await form.getByRole('button', { name: 'Salva' }).click();
  const row = page.getByRole('row', { name: /Cesena centro/ });
  await expect(row).toContainText('varchi');
  await expectAccessible(page, 'zones map');

  await navigate(page, '/destination-map');
  await expect(findDrawnMap(page)).toBeVisible({ timeout: 40_000 });
  await page.getByLabel('Impianto', { exact: true }).selectOption({ label: 'Cesena Cintura' });
  await page.getByLabel('Varco o zona').selectOption({ label: 'Cesena centro' });
  await page.getByRole('button', { name: '7 giorni' }).click();
  const ranking = page.getByRole('table', { name: 'Destinazioni' });
  await expect(ranking.getByRole('row').nth(1)).toContainText(/\d+ min/, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Da dove vengono' }).click();
  await expect(ranking.getByRole('row').nth(1)).toContainText(/\d+ min/);
  await expectAccessible(page, 'destinations');

  await navigate(page, '/map-zones');
  await row.getByRole('button', { name: 'Cerca i transiti di Cesena centro' }).click();
  await expect(page).toHaveURL(/\/lpr/);
  await list.expectSettled();
  await expect(list.rows.first()).toBeVisible();
  await navigate(page, '/map-zones');
  await row.getByRole('button', { name: 'Modifica Cesena centro' }).click();
  await form.getByRole('button', { name: 'Elimina la zona' }).click();
  await form.getByRole('button', { name: 'Elimina davvero' }).click();
  await expect(row).toBeHidden();
});

test('PMAP-01 a signed-in operator sees the maps on a phone and changes nothing', async ({ page, begin }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await begin('s.bassi');
  for (const path of ['/map', '/map-zones', '/destination-map']) {
    await navigate(page, path);
    await expect(findDrawnMap(page)).toBeVisible({ timeout: 40_000 });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
    await expectAccessible(page, `${path} on a phone`);
  }
  await navigate(page, '/map');
  await expect(page.getByRole('button', { name: /lo modifica solo chi amministra/ }).first()).toBeDisabled();
});
