import { connect, createServer } from 'node:net';
import { FAMILIES } from '../packages/cameras/src/families.ts';
import { loadSamples } from '../packages/cameras/src/testing/load-samples.ts';
import { renewSample } from '../packages/cameras/src/testing/renew-sample.ts';
import { buildHikvisionBody, buildHikvisionXml } from '../apps/plant-server/src/testing/camera-bodies.ts';
import { CAMERA_PASSWORD, CAMERA_USER } from '../apps/plant-server/src/testing/camera-sign-in.ts';
import { buildOnvifEvent, OnvifCamera } from '../apps/plant-server/src/testing/stand-in-onvif.ts';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ ownWorld: 'cameras' });

const PLATE = 'ZC001AM';

test('an administrator adds a Hikvision camera in the page, watches its first message, puts it into service, and a search finds its read with the one behind it', async ({
  page,
  begin,
  world,
  list,
}) => {
  await begin('amministratore', { reason: '8103/2026' });
  const dialog = page.getByRole('dialog');
  const navigate = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  const send = async (address: string, at: string, uuid = ''): Promise<number> => {
    const { type, bytes } = buildHikvisionBody({ plate: PLATE, at, uuid });
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(bytes),
    });
    return answer.status;
  };

  await navigate('/peer/cameras');
  await expect(page).toHaveTitle('Impianti: telecamere · Varco');
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: world.plant('CES').label, exact: true }).click();
  await expect(page.getByText('Nessuna telecamera')).toBeVisible();
  await page.getByRole('button', { name: 'Nuova telecamera' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Prova Hikvision');
  await dialog.getByRole('combobox', { name: 'Varco' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('combobox', { name: 'Formato' }).fill('Hikvision');
  await page.getByRole('option', { name: /Hikvision/ }).click();
  await expect(dialog.getByRole('combobox', { name: 'Fuso orario' })).toHaveValue('Europe/Rome');
  await expectAccessible(page, 'camera dialog', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Crea la chiave' }).click();

  await expect(dialog.getByText(/HTTP Listening/)).toBeVisible();
  const address = await dialog.getByText(/\/api\/camera\/[A-Za-z0-9_-]{32}$/).textContent();
  await expectAccessible(page, 'camera setup', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Guarda che cosa arriva' }).click();
  await expect(dialog.getByText(/Nessun messaggio da mostrare/)).toBeVisible();

  const sent = new Date();
  expect(await send(address ?? '', sent.toISOString())).toBe(200);
  await expect(dialog.getByRole('cell', { name: '47', exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText('47 km/h')).toBeVisible();
  await expect(dialog.getByText(`<licensePlate>${PLATE}</licensePlate>`)).toBeVisible();
  await expectAccessible(page, 'camera bench', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Metti in servizio' }).click();
  await expect(dialog.getByText(/^In servizio/)).toBeVisible();
  // Two messages of one event are one transit with two reads.
  for (const before of [1000, 400])
    expect(await send(address ?? '', new Date(sent.getTime() - before).toISOString(), 'evento-1')).toBe(200);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Prova Hikvision.*attiva.*Hikvision/ })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page, 'cameras', '#results');

  await page.getByRole('button', { name: 'Prova un messaggio' }).click();
  await dialog.getByRole('combobox', { name: 'Come la telecamera' }).click();
  await page.getByRole('option', { name: 'Prova Hikvision' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Formato' })).toHaveValue(/Hikvision/);
  await expect(dialog.getByRole('combobox', { name: 'Unità di velocità' })).toHaveValue('km/h');
  const tried = buildHikvisionBody({ plate: 'ZC002AM', at: sent.toISOString() });
  await dialog.getByRole('textbox', { name: 'Messaggio' }).fill(tried.bytes.toString());
  await dialog.getByRole('button', { name: 'Leggi' }).click();
  await expect(dialog.getByText(/Formato riconosciuto: Hikvision/)).toBeVisible();
  await expect(dialog.getByText('In avvicinamento')).toBeVisible();
  await page.keyboard.press('Escape');

  await navigate('/lpr');
  await list.find(PLATE);
  await list.expectSettled();
  await expect(page.getByRole('row', { name: new RegExp(PLATE) })).toHaveCount(1);
  await page.getByRole('row', { name: new RegExp(PLATE) }).dblclick();
  await page.getByRole('button', { name: '2 letture' }).press('Enter');
  const reads = dialog.getByRole('table', { name: 'Letture di questo transito' }).getByRole('row');
  await expect(reads.nth(1)).toContainText('Prima lettura: ha creato il transito');
  await expect(reads.nth(2)).toContainText('Stesso evento della telecamera, entro 60 secondi');
  await expectAccessible(page, 'reads of a transit', '[role=dialog]');
});

test('PMAP-01 PMAP-03: an administrator makes a gate by keyboard, places it by a click on the map, finds it among the gates of a new camera, and retires it', async ({
  page,
  begin,
  world,
}) => {
  await begin('amministratore', { reason: '8104/2026' });
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row', { name: /Varco Mulino/ });
  await page.getByRole('link', { name: 'Stato impianti' }).click();
  await page.getByRole('tab', { name: 'Varchi' }).click();
  await expect(page).toHaveTitle('Impianti: varchi · Varco');
  await expect(page.getByRole('button', { name: 'Nuovo varco' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: world.plant('CES').label, exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Varchi' })).toBeVisible();
  await expectAccessible(page, 'gates', '#results');

  // A name that is taken is refused in words, and nothing typed is lost.
  await page.keyboard.press('Tab');
  await page.keyboard.press('n');
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  const taken = await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).textContent();
  await page.keyboard.type(taken?.split(' · ')[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Il nome esiste già su questo impianto.')).toBeVisible();
  await dialog.getByLabel('Nome').fill('Varco Mulino');
  await dialog.getByLabel('Latitudine').fill('44.1391, 12.2431');
  await expect(dialog.getByLabel('Longitudine')).toHaveValue('12.2431');
  const map = dialog.getByRole('region', { name: /^Posizione del varco/ });
  await expect(dialog.locator('[data-map-state=idle]')).toBeVisible({ timeout: 40_000 });
  await map.click({ position: { x: 60, y: 60 } });
  await expect(dialog.getByLabel('Longitudine')).not.toHaveValue('12.2431');
  await expectAccessible(page, 'gate dialog', '[role=dialog]');
  await page.getByLabel('Direzione').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('amministratore');
  await expect(row).not.toContainText('non in mappa');

  await page.getByRole('tab', { name: 'Telecamere' }).click();
  await page.getByRole('button', { name: 'Nuova telecamera' }).click();
  await dialog.getByRole('combobox', { name: 'Varco' }).fill('Mulino');
  await expect(page.getByRole('option', { name: /Varco Mulino/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.goBack();

  await row.getByRole('button', { name: 'Azioni' }).click();
  await page.getByRole('menuitem', { name: 'Ritira' }).click();
  await expect(dialog.getByText(/I transiti passati restano/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Ritira' }).click();
  await expect(row).toContainText(/disabilitat/i);
  await row.getByRole('button', { name: 'Azioni' }).click();
  await page.getByRole('menuitem', { name: 'Rimetti in uso' }).click();
  await expect(row).not.toContainText(/disabilitat/i);
});

/** A port that nothing listens on. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a camera that only opens a connection: port and network are set in the page, its read is found', async ({
  page,
  begin,
  world,
  list,
}) => {
  const port = await findFreePort();
  await begin('amministratore', { reason: '8104/2026' });
  const dialog = page.getByRole('dialog');
  const navigate = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await navigate('/peer/cameras');
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: world.plant('CES').label, exact: true }).click();
  await page.getByRole('button', { name: 'Nuova telecamera' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Prova TCP');
  await dialog.getByRole('combobox', { name: 'Varco' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('combobox', { name: 'Formato' }).fill('Hikvision');
  await page.getByRole('option', { name: /Hikvision/ }).click();
  await dialog.getByRole('combobox', { name: 'Come arrivano i messaggi' }).click();
  await page.getByRole('option', { name: 'Connessione TCP a una porta' }).click();
  await dialog.getByRole('textbox', { name: 'Porta' }).fill(String(port));
  await expect(dialog.getByRole('button', { name: 'Crea la chiave' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Solo da queste reti' }).fill('127.0.0.1');
  await dialog.getByRole('combobox', { name: 'Solo da queste reti' }).press('Enter');
  await dialog.getByRole('switch', { name: /In prova/ }).click();
  await expectAccessible(page, 'camera dialog, TCP', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Crea la chiave' }).click();
  await expect(dialog.getByText(String(port), { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Ho finito' }).click();

  const xml = buildHikvisionXml({ plate: 'ZC003AM', at: new Date().toISOString() });
  await expect
    .poll(
      () =>
        new Promise<boolean>((resolve) => {
          const socket = connect({ host: '127.0.0.1', port }, () => socket.end(xml, () => resolve(true)));
          socket.on('error', () => resolve(false));
        }),
      { timeout: 20_000 },
    )
    .toBe(true);
  await expect(page.getByRole('row', { name: /Prova TCP.*attiva/ })).toBeVisible({ timeout: 20_000 });
  await navigate('/lpr');
  await list.find('ZC003AM');
  await list.expectSettled();
  await expect(page.getByRole('row', { name: /ZC003AM/ })).toHaveCount(1);
});

test('a camera of ONVIF is asked: address and user are set in the page, which shows the connection and the first event', async ({
  page,
  begin,
  world,
}) => {
  const camera = await OnvifCamera.start();
  await begin('amministratore', { reason: '8106/2026' });
  const dialog = page.getByRole('dialog');
  await page.evaluate(`history.pushState({}, '', '/peer/cameras'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: world.plant('CES').label, exact: true }).click();
  await page.getByRole('button', { name: 'Nuova telecamera' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Prova ONVIF');
  await dialog.getByRole('combobox', { name: 'Varco' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('combobox', { name: 'Formato' }).fill('ONVIF');
  await page.getByRole('option', { name: 'ONVIF events, Profile M' }).click();
  await dialog.getByRole('combobox', { name: 'Come arrivano i messaggi' }).click();
  await page.getByRole('option', { name: 'Eventi ONVIF, chiesti alla telecamera (di questo formato)' }).click();
  await dialog.getByRole('textbox', { name: 'Indirizzo' }).fill(camera.address);
  await dialog.getByRole('textbox', { name: 'Utente' }).fill(CAMERA_USER);
  await dialog.getByLabel('Password', { exact: true }).fill(CAMERA_PASSWORD);
  await expectAccessible(page, 'camera dialog, ONVIF', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Crea la chiave' }).click();
  await expect(dialog.getByText(camera.address)).toBeVisible();
  await dialog.getByRole('button', { name: 'Guarda che cosa arriva' }).click();
  camera.offer(buildOnvifEvent('ZC004AM', new Date().toISOString()));
  await expect(dialog.getByText('ZC004AM').first()).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('Collegata dal')).toBeVisible();
  await expect(dialog.getByText(/non collegata/)).toHaveCount(0);
  await expectAccessible(page, 'camera bench, ONVIF', '[role=dialog]');
  await camera.close();
});

test('a camera of each family is added in the page, sends what its family sends, and a search finds its read', async ({
  page,
  begin,
  world,
  list,
}) => {
  await begin('amministratore', { reason: '8105/2026' });
  const dialog = page.getByRole('dialog');
  const navigate = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await navigate('/peer/cameras');
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: world.plant('RIM').label, exact: true }).click();
  const nowMs = Date.now();
  const plates = new Set<string>();
  // A mapped camera has a form of its own; its fields are tried elsewhere.
  for (const family of FAMILIES.filter(({ id }) => id !== 'generic')) {
    const samples = loadSamples().filter((sample) => sample.family === family.id);
    const renewed = samples.flatMap((sample) => renewSample(sample, nowMs) ?? [])[0];
    expect(renewed, family.id).toBeDefined();
    if (renewed === undefined) continue;
    await page.getByRole('button', { name: 'Nuova telecamera' }).click();
    await dialog.getByRole('textbox', { name: 'Nome' }).fill(`Prova ${family.id}`);
    await dialog.getByRole('combobox', { name: 'Varco' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('combobox', { name: 'Formato' }).fill(family.name);
    await page.getByRole('option', { name: family.name, exact: true }).click();
    await dialog.getByRole('switch', { name: /In prova/ }).click();
    await dialog.getByRole('button', { name: 'Crea la chiave' }).click();
    const address = await dialog.getByText(/\/api\/camera\/[A-Za-z0-9_-]{32}$/).textContent();
    await dialog.getByRole('button', { name: 'Ho finito' }).click();
    const { contentType, query, body } = renewed.message;
    const answer = await fetch(`${address}${query === '' ? '' : `?${query}`}`, {
      method: 'POST',
      ...(contentType === null ? {} : { headers: { 'content-type': contentType } }),
      body: new Uint8Array(body),
    });
    expect([family.id, answer.status]).toEqual([family.id, family.reply.status]);
    plates.add(renewed.plate.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
  }
  await navigate('/lpr');
  await list.find([...plates].join(','));
  await list.expectSettled();
  for (const plate of plates) await expect(list.rows.filter({ hasText: plate }).first()).toBeVisible();
});
