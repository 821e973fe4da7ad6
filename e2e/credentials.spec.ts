import type { Request } from '@playwright/test';
import { CredentialsPage } from './pages/credentials.page.ts';
import { expect, test } from './world/journey.ts';

const splitPlantUrl = (url: string): { host: string; port: string } => ({
  host: new URL(url).hostname,
  port: new URL(url).port,
});

test('CRED-16 CRED-15 NOTIF-22 PLOGIN-16: an expired plant credential is repaired from its notification', async ({
  page,
  world,
  begin,
}) => {
  const credentials = new CredentialsPage(page);
  await begin('n.fabbri');
  const notes = credentials.notices.getByRole('listitem');
  await expect(notes.filter({ hasText: 'Unione Rubicone: l’utente dell’impianto è scaduto.' })).toBeVisible();
  await expect(notes.filter({ hasText: 'Faenza Ovest: l’utente dell’impianto è disabilitato.' })).toBeVisible();
  await expect(notes.filter({ hasText: 'Ravenna Porto: nome utente o password errati.' })).toBeVisible();
  const expired = notes.filter({ hasText: 'Forlì Sud: la password dell’impianto è scaduta.' });
  await expired.getByRole('link', { name: 'Vai alle credenziali' }).click();
  await expect(page).toHaveURL(/\/credentials$/);

  await expect(credentials.findPlant('Cesena Cintura')).toContainText('verificato');
  await expect(credentials.findPlant('Forlì Sud')).toContainText('password da cambiare');
  await expect(credentials.findPlant('Unione Rubicone')).toContainText('utente scaduto');
  await expect(credentials.findPlant('Faenza Ovest')).toContainText('utente disabilitato');
  await expect(credentials.findPlant('Ravenna Porto')).toContainText('Nome utente o password errati.');
  await expect(credentials.summary).toContainText('5 attivi su 5');
  await expect(credentials.summary).toContainText('4 in errore');

  await credentials.openAction('Forlì Sud', 'Cambia password impianto');
  const { dialog } = credentials;
  const next = dialog.getByLabel('Nuova password', { exact: true });
  const repeat = dialog.getByLabel('Ripeti la nuova password');
  await next.fill('senzamaiuscole');
  await dialog.getByRole('button', { name: 'Cambia password' }).click();
  await expect(dialog.getByText('La password non rispetta le regole.')).toBeVisible();
  await expect(dialog.getByText('Robustezza: debole')).toBeVisible();
  await next.fill('Password2026!');
  await repeat.fill('Password2026!');
  await dialog.getByRole('button', { name: 'Cambia password' }).click();
  await expect(dialog.getByText('La password è troppo comune.')).toBeVisible();
  await next.fill('Strada-nuova-di-mare-72');
  await expect(dialog.getByText('Robustezza: ottima')).toBeVisible();
  await repeat.fill('Strada-nuova-di-mare-73');
  await dialog.getByRole('button', { name: 'Cambia password' }).click();
  await expect(dialog.getByText('Le password non sono uguali')).toBeVisible();
  await repeat.fill('Strada-nuova-di-mare-72');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/change-password'));
  await dialog.getByRole('button', { name: 'Cambia password' }).click();
  const request = await sent;
  expect(new URL(request.url()).origin).toBe(new URL(world.plant('FOR').url).origin);
  expect(Object.keys(JSON.parse(request.postData() ?? '{}')).toSorted()).toEqual([
    'old_password',
    'password',
    'username',
    'vault_proof',
  ]);
  expect(request.headers()['authorization']).toBeUndefined();
  await expect(credentials.findPlant('Forlì Sud')).toContainText('verificato');

  await page.reload();
  await expect(credentials.findPlant('Forlì Sud')).toContainText('verificato');
});

const RIMINI_USER = { username: 'n.fabbri', password: 'Varco-RIM-bbri-8.42' };

test('PLANT-05 PLANT-06 PLANT-07 PLANT-10: a plant that is listed, unreachable or refuses the credentials is not added', async ({
  page,
  world,
  begin,
}) => {
  test.setTimeout(300_000);
  const credentials = new CredentialsPage(page);
  const { dialog } = credentials;
  const rimini = splitPlantUrl(world.plant('RIM').url);
  await begin('n.fabbri');
  await credentials.open();

  await page.getByRole('button', { name: 'Aggiungi impianto' }).click();
  await expect(dialog.getByLabel('Host')).toHaveAttribute('placeholder', /nome host dell’impianto/);
  await dialog.getByRole('button', { name: 'Aggiungi impianto' }).click();
  await expect(dialog.getByText('Scrivi l’indirizzo dell’impianto.')).toBeVisible();

  const cesena = splitPlantUrl(world.plant('CES').url);
  await credentials.add({ host: `${cesena.host.toUpperCase()}`, port: cesena.port, ...RIMINI_USER });
  await expect(dialog.getByText('Indirizzo impianto già in elenco')).toBeVisible();
  await credentials.add({ host: rimini.host, port: '64999', ...RIMINI_USER });
  await expect(dialog.getByText('Impianto non raggiungibile')).toBeVisible({ timeout: 60_000 });
  await credentials.add({ ...rimini, ...RIMINI_USER, password: 'sbagliata' });
  await expect(dialog.getByText('Credenziali errate')).toBeVisible({ timeout: 60_000 });
  await credentials.add({ ...rimini, ...RIMINI_USER, plantCode: 'sbagliato' });
  await expect(dialog.getByText('Codice impianto errato')).toBeVisible({ timeout: 60_000 });
});

test('PLANT-04 CRED-07 CRED-17 PLOGIN-14: a plant is added by its address, edited, switched off, moved and removed', async ({
  page,
  world,
  begin,
}) => {
  test.setTimeout(300_000);
  const credentials = new CredentialsPage(page);
  const { dialog } = credentials;
  await begin('n.fabbri');
  await credentials.open();
  await credentials.add({ ...splitPlantUrl(world.plant('RIM').url), ...RIMINI_USER });
  await expect(credentials.notices.getByText('Rimini Costa: impianto aggiunto.')).toBeVisible({ timeout: 60_000 });
  await expect(credentials.findPlant('Rimini Costa')).toContainText('verificato');
  await expect.poll(() => credentials.listNames()).toHaveLength(6);

  await credentials.openAction('Rimini Costa', 'Modifica');
  for (const label of ['Host', 'Porta', 'Nome utente', 'Password'])
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('switch', { name: 'Abilitato' })).toBeChecked();
  for (const [label, value] of [
    ['Gruppo', 'fdo polizia locale'],
    ['Scadenza utente', 'nessuna'],
    ['Scadenza password', 'nessuna'],
    ['Varchi abilitati', 'tutti'],
    ['Responsabile interforze', 'No'],
    ['Modifica blacklist', 'Sì'],
    ['Licenza', 'fino al 31/12/2027'],
  ] as const) {
    await expect(dialog.getByRole('term').filter({ hasText: label })).toBeVisible();
    await expect(dialog.getByRole('definition').filter({ hasText: value }).first()).toBeVisible();
  }
  await dialog.getByRole('switch', { name: 'Abilitato' }).uncheck();
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(credentials.findPlant('Rimini Costa')).toContainText('disattivato');

  const seen: Request[] = [];
  page.on('request', (request) => seen.push(request));
  const logins = (code: string): number =>
    seen.filter((request) => request.url() === `${new URL(world.plant(code).url).origin}/api/auth/login`).length;
  await page.getByRole('button', { name: 'Verifica tutti' }).click();
  await expect.poll(() => logins('CES')).toBe(1);
  await expect(credentials.summary).toContainText('Verifica conclusa');
  expect(logins('RIM')).toBe(0);

  await page.getByRole('button', { name: 'Sposta Rimini Costa in su' }).click();
  await expect.poll(async () => (await credentials.listNames()).indexOf('Rimini Costa')).toBe(4);
  const order = await credentials.listNames();
  await page.reload();
  await expect.poll(() => credentials.listNames()).toEqual(order);

  await credentials.openAction('Rimini Costa', 'Rimuovi');
  await dialog.getByRole('button', { name: 'Rimuovi' }).click();
  await expect(credentials.notices.getByText('Rimini Costa: impianto rimosso.')).toBeVisible();
  await expect.poll(() => credentials.listNames()).toHaveLength(5);
});

test('SHELL-10: a plant is inserted, updated and given a new password in three dialogs of the credentials, each with its title', async ({
  page,
  begin,
}) => {
  const credentials = new CredentialsPage(page);
  await begin('m.ferri');
  await credentials.open();
  const openings: readonly (readonly [string, () => Promise<void>])[] = [
    ['Aggiungi impianto', () => page.getByRole('button', { name: 'Aggiungi impianto' }).click()],
    ['Modifica Cesena Cintura', () => credentials.openAction('Cesena Cintura', 'Modifica')],
    ['Cambia password di Cesena Cintura', () => credentials.openAction('Cesena Cintura', 'Cambia password impianto')],
  ];
  for (const [title, open] of openings) {
    await open();
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
    await expect(credentials.dialog.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(credentials.dialog).toBeHidden();
  }
});
