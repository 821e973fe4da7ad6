import { buildHikvisionBody } from '../apps/plant-server/src/testing/camera-bodies.ts';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ ownWorld: 'cameras' });

const PLATE = 'ZC001AM';

test('an administrator adds a Hikvision camera in the page, watches its first message, puts it into service, and a search finds its read', async ({
  page,
  begin,
  world,
  list,
}) => {
  await begin('amministratore', { reason: '8103/2026' });
  const dialog = page.getByRole('dialog');
  const navigate = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  const send = async (address: string, at: string): Promise<number> => {
    const { type, bytes } = buildHikvisionBody({ plate: PLATE, at });
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
  const address = await dialog.getByText(/\/api\/camera\/[A-Za-z0-9_-]{43}$/).textContent();
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
  expect(await send(address ?? '', new Date(sent.getTime() - 1000).toISOString())).toBe(200);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Prova Hikvision.*attiva.*Hikvision/ })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page, 'cameras', '#results');

  await page.getByRole('button', { name: 'Prova un messaggio' }).click();
  await dialog.getByRole('combobox', { name: 'Varco' }).click();
  await page.getByRole('option').first().click();
  const tried = buildHikvisionBody({ plate: 'ZC002AM', at: sent.toISOString() });
  await dialog.getByRole('textbox', { name: 'Messaggio' }).fill(tried.bytes.toString());
  await dialog.getByRole('button', { name: 'Leggi' }).click();
  await expect(dialog.getByText(/Formato riconosciuto: Hikvision/)).toBeVisible();
  await page.keyboard.press('Escape');

  await navigate('/lpr');
  await list.find(PLATE);
  await list.expectSettled();
  await expect(page.getByRole('row', { name: new RegExp(PLATE) })).toHaveCount(1);
});
