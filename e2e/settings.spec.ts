import fs from 'node:fs';
import { SettingsPage } from './pages/settings.page.ts';
import { expect, test } from './world/journey.ts';

test('TFA-04 TFA-02 TFA-08 TFA-05 SET-03 SHELL-13: two-factor on with its recovery codes, used at the next sign-in, renewed, and off', async ({
  page,
  world,
  login,
}) => {
  test.setTimeout(120_000);
  const user = world.user('assistenza');
  const settings = new SettingsPage(page);
  await login.signIn(user);
  await settings.open('Profilo');
  await expect(page).toHaveTitle('Impostazioni: profilo · Varco');
  await settings.open('Sicurezza');
  await expect(page).toHaveTitle('Impostazioni: sicurezza · Varco');
  await settings.open('Due fattori');
  await expect(page).toHaveTitle('Impostazioni: due fattori · Varco');
  await expect(page.getByText('L’autenticazione a due fattori non è attiva')).toBeVisible();
  await settings.password.fill('non-questa-password-9');
  await settings.button('Inizia').click();
  await expect(page.getByText('Attivazione non iniziata.')).toBeVisible();
  await expect(page.getByText('Password attuale sbagliata')).toBeVisible();

  const { codes } = await settings.switchTwoFactorOn(user.password);
  expect(codes).toHaveLength(10);
  const downloaded = page.waitForEvent('download');
  await settings.button('Scarica').click();
  const file = await (await downloaded).path();
  expect(fs.readFileSync(file, 'utf8')).toContain(codes.join('\r\n'));
  await expect(settings.button('Continua')).toBeDisabled();
  await page.getByLabel('Ho conservato i codici').check();
  await settings.button('Continua').click();
  await expect(page.getByText('Restano 10 codici di recupero.')).toBeVisible();

  await login.signOut();
  await login.fill(user);
  await login.passcode.fill(codes[0] ?? '');
  await login.submit.click();
  await login.expectInside();
  await settings.open('Due fattori');
  await expect(page.getByText('Restano 9 codici di recupero.')).toBeVisible();
  await settings.password.fill(user.password);
  await settings.code.fill(codes[0] ?? '');
  await settings.button('Disattiva').click();
  await expect(page.getByText('Autenticazione a due fattori non disattivata.')).toBeVisible();
  await settings.code.fill(codes[1] ?? '');
  await settings.button('Disattiva').click();
  await expect(page.getByText('Autenticazione a due fattori disattivata.')).toBeVisible();

  await login.signOut();
  await login.fill(user);
  await login.expectInside();
});

test('SET-01 SET-02: own data persist after a reload; a common password is refused, a wrong present one said', async ({
  page,
  world,
  login,
}) => {
  const user = world.user('assistenza');
  const settings = new SettingsPage(page);
  await login.signIn(user);
  await settings.open('Profilo');
  await page.getByLabel('Nome e cognome').fill('Luca Neri junior');
  await page.getByLabel('Telefono', { exact: true }).fill('0547 000 000');
  await settings.button('Salva').click();
  await expect(page.getByText('Salvato.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Nome e cognome')).toHaveValue('Luca Neri junior', { timeout: 40_000 });
  await expect(page.getByLabel('Telefono', { exact: true })).toHaveValue('0547 000 000');

  await settings.open('Sicurezza');
  const present = page.getByLabel('Password attuale', { exact: true });
  const change = page.getByRole('button', { name: 'Cambia password' });
  await present.fill('non-questa-password-9');
  await page.getByLabel('Nuova password', { exact: true }).fill('Password2026!');
  await page.getByLabel('Ripeti la nuova password', { exact: true }).fill('Password2026!');
  await change.click();
  await expect(page.getByText('La password è troppo comune.')).toBeVisible();
  await page.getByLabel('Nuova password', { exact: true }).fill('tre gatti sul tetto');
  await page.getByLabel('Ripeti la nuova password', { exact: true }).fill('tre gatti sul tetto');
  await change.click();
  await expect(page.getByText('Password attuale sbagliata')).toBeVisible();
});

test('the sealed credentials are downloaded and restored; a file of another kind is refused', async ({
  page,
  world,
  login,
}) => {
  const user = world.user('assistenza');
  const settings = new SettingsPage(page);
  await login.signIn(user);
  await settings.open('Copia delle credenziali');
  const downloaded = page.waitForEvent('download');
  await settings.button('Scarica la copia').click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^varco-credenziali-\d{4}-\d\d-\d\d\.json$/);
  const copy = fs.readFileSync(await file.path(), 'utf8');
  expect(copy).toContain('"varco-vault-copy/1"');
  const choose = async (text: string): Promise<void> => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'copia.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.getByRole('radiogroup', { name: 'Apri la copia con' }).getByText('Password di allora').click();
    await page.locator('input[name=secret]').fill(user.password);
    await settings.button('Ripristina').click();
  };
  await choose('{"nessuna":"copia"}');
  await expect(page.getByText('Questo file non è una copia delle credenziali di Varco.')).toBeVisible();
  await choose(copy);
  await expect(page.getByText('2 credenziali ripristinate.')).toBeVisible();
});
