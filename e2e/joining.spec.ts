import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 180_000 });
// What joins stays joined.
test.use({ ownWorld: 'joining' });

test('PLANT-12 ADM-02 an administrator makes a joining code on the plant, another accepts the plant with it after comparing fingerprints, and the plant reports to the portal', async ({
  page,
  begin,
  world,
}) => {
  await begin('amministratore', { reason: '9036/2026' });
  const { label } = world.plant('CES');
  const dialog = page.getByRole('dialog');
  const navigate = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  const openPortals = async (): Promise<void> => {
    await navigate('/peer/portals');
    await expect(page).toHaveTitle('Impianti: portali · Varco');
    await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
    await page.getByRole('option', { name: label, exact: true }).click();
  };

  await openPortals();
  await expect(page.getByText('Nessun portale collegato')).toBeVisible();
  const fingerprint = (await page.getByText(/^([0-9A-F]{4} ){7}[0-9A-F]{4}$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Nuovo codice' }).click();
  await dialog.getByRole('button', { name: 'Crea il codice' }).click();
  await expect(dialog.getByRole('img', { name: 'Codice di collegamento come QR' })).toBeVisible();
  const code = (await dialog.getByText(/^VARCO-/).textContent()) ?? '';
  await expectAccessible(page, 'joining code', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Fatto' }).click();

  await navigate('/dashboard/peers');
  await page.getByRole('button', { name: 'Collega un impianto' }).click();
  await dialog.getByRole('textbox', { name: 'Codice di collegamento' }).fill(code.toLowerCase());
  await dialog.getByRole('button', { name: 'Chiama l’impianto' }).click();
  await expect(dialog.getByText(fingerprint)).toBeVisible();
  await expect(dialog.getByText(/è già nel registro, con lo stesso indirizzo e la stessa chiave/)).toBeVisible();
  await expectAccessible(page, 'joining a plant', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Accetta l’impianto' }).click();
  await expect(dialog).toBeHidden();

  await openPortals();
  await expect(page.getByRole('row', { name: /collegato/ })).toContainText(world.portal);
  await expect(page.getByRole('row', { name: /usato/ })).toContainText(world.portal);
  await expect(page.getByRole('row', { name: /collegato/ })).toContainText('ricevuto', { timeout: 90_000 });
});
