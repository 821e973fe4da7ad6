import fs from 'node:fs';
import { CredentialsPage } from './pages/credentials.page.ts';
import { SettingsPage } from './pages/settings.page.ts';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';
import { damageStoredVault, openStoredVault, readStoredText } from './world/stored-vault.ts';

test('TFA-02 TFA-05 SET-03 SHELL-13: two-factor on with its recovery codes, used at the next sign-in, renewed, and off', async ({
  page,
  world,
  login,
}) => {
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

test('SESS-03 CRED-18: the sealed credentials are downloaded and restored; a file of another kind is refused', async ({
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

  // The stored vault can be opened by a program that knows only the format and the password; none of it is stored in
  // clear.
  const stored = await openStoredVault(world, user.username, user.password);
  const origins = stored.credentials.map(({ url }) => new URL(url).origin);
  expect(origins.toSorted()).toEqual([world.plant('CES'), world.plant('FOR')].map(({ url }) => url).toSorted());
  for (const { password, url } of stored.credentials) {
    expect(password).not.toBe('');
    expect(stored.text).not.toContain(password);
    expect(stored.text).not.toContain(url);
  }

  // A damaged stored credential: it is reported clearly, not overwritten, and the other plant keeps working.
  const putRight = await damageStoredVault(world, user.username);
  const damaged = await readStoredText(world, user.username);
  try {
    await page.reload();
    const credentials = new CredentialsPage(page);
    await credentials.open();
    await expect(
      page.getByText('Le credenziali salvate hanno problemi: si possono leggere, non cambiare.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Aggiungi impianto' })).toBeDisabled();
    await expect(credentials.list.getByText('verificato', { exact: true })).toHaveCount(1);
    expect(await readStoredText(world, user.username)).toBe(damaged);
  } finally {
    await putRight();
  }
});

test('NEWS-01 NEWS-02 NEWS-03 UI-04: an administrator publishes news; people see them after the sign-in until they hide them or switch them off, administrators do not', async ({
  page,
  world,
  login,
}) => {
  test.setTimeout(150_000);
  const dialog = page.getByRole('dialog', { name: 'Notizie' });
  const admin = world.user('amministratore');
  await login.signIn(admin);
  await page.getByRole('link', { name: 'Notizie' }).click();
  await expect(page.getByRole('heading', { name: 'Nessuna notizia' })).toBeVisible();
  const write = async (title: string, isPublished: boolean): Promise<void> => {
    await page.getByRole('button', { name: 'Scrivi una notizia' }).click();
    const form = page.getByRole('dialog', { name: 'Scrivi una notizia' });
    await form.getByLabel('Titolo').fill(title);
    await form.getByLabel('Testo').fill('Domenica dalle 6 alle 7.');
    if (isPublished) await form.getByLabel('Pubblicata').check();
    await form.getByRole('button', { name: 'Salva' }).click();
    await expect(form).toHaveCount(0);
  };
  await write('Manutenzione', true);
  await write('Da rivedere', false);
  const rows = page.getByRole('grid', { name: 'Notizie scritte' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Manutenzione' })).toContainText('pubblicata');
  await expect(rows.filter({ hasText: 'Da rivedere' })).toContainText('bozza');
  await expectAccessible(page, 'news of administrators');
  await page.reload();
  await expect(rows.first()).toBeVisible({ timeout: 40_000 });
  await expect(dialog).toHaveCount(0);
  await login.signOut();

  const user = world.user('assistenza');
  await login.fill(user);
  await expect(dialog).toContainText('Manutenzione');
  await expect(dialog).not.toContainText('Da rivedere');
  await expectAccessible(page, 'news popup');
  await dialog.getByRole('button', { name: 'Chiudi' }).last().click();
  await new SettingsPage(page).open('Aspetto e lingua');
  await page.getByLabel('Mostra le notizie dopo l’accesso').uncheck();
  await page.reload();
  await login.expectInside();
  await expect(page.getByLabel('Mostra le notizie dopo l’accesso')).not.toBeChecked();
  await expect(dialog).toHaveCount(0);
  await page.getByLabel('Mostra le notizie dopo l’accesso').check();
  await expect(dialog).toContainText('Manutenzione');
  await dialog.getByRole('button', { name: 'Non mostrare più' }).click();
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'Notizie' })).toContainText('Domenica dalle 6 alle 7.', {
    timeout: 40_000,
  });
  await expect(dialog).toHaveCount(0);
  await login.signOut();

  await login.fill(admin);
  await expect(page).toHaveURL(/\/dashboard\/news$/);
  await expect(rows.first()).toBeVisible({ timeout: 40_000 });
  for (const title of ['Manutenzione', 'Da rivedere']) {
    await rows.filter({ hasText: title }).click();
    const form = page.getByRole('dialog', { name: 'Modifica la notizia' });
    await form.getByRole('button', { name: 'Elimina' }).click();
    await form.getByRole('button', { name: 'Conferma' }).click();
    await expect(form).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'Nessuna notizia' })).toBeVisible();
});
