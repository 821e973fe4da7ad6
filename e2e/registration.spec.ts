import { waitForMailedLink } from './world/mail.ts';
import { expect, test } from './world/journey.ts';

const EMAIL = 'anna.galli@comune.forli.fc.it';
const FIRST = 'tre gatti sul tetto';
const SECOND = 'quattro oche nel fosso';

test('ACCT-16 ACCT-21 ACCT-22 ACCT-23: first access with its recovery key and mail link, then a forgotten password whose vault the key reopens', async ({
  page,
  world,
  login,
}) => {
  test.setTimeout(240_000);
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await login.open();
  await login.fill(world.user('primo.accesso'));
  await expect(page).toHaveURL(/\/first-access$/);
  await expect(page).toHaveTitle('Primo accesso · Varco');
  await label('E-mail').fill('s.bassi@comune.cesena.fc.it');
  await label('Nome e cognome').fill('Anna Galli');
  await expect(page.getByText('Email già utilizzata')).toBeVisible();
  await label('E-mail').fill(EMAIL);
  await label('Cellulare').fill('+39 333 000 0000');
  await label('Comune o ente di appartenenza').fill('Comune di Forlì');
  await label('Nuova password').fill(FIRST);
  await label('Ripeti la nuova password').fill(FIRST);
  await button('Crea account').click();
  const key = page.getByTestId('recovery-key');
  await expect(key).toHaveText(/^(\w{4}-){7}\w{4}$/);
  const recoveryKey = (await key.textContent()) ?? '';
  await expect(button('Continua')).toBeDisabled();
  await page.getByLabel('Ho stampato o annotato la chiave').check();
  await button('Continua').click();
  await expect(page).toHaveURL(/\/check-email$/);

  await login.open();
  await login.fill({ username: EMAIL, password: FIRST });
  await expect(page.getByText('Utente non verificato: apri il messaggio ricevuto per e-mail.')).toBeVisible();
  await page.goto(await waitForMailedLink(world, EMAIL, '/check-email'));
  await expect(page).toHaveURL(/\/check-email$/);
  await button('Conferma indirizzo').click();
  await expect(page.getByText('Indirizzo confermato. Ora puoi accedere.')).toBeVisible();
  await login.open();
  await login.fill({ username: EMAIL, password: FIRST });
  await login.expectInside();
  await login.signOut();

  await page.getByRole('link', { name: 'Password dimenticata?' }).click();
  await label('E-mail').fill(EMAIL);
  await button('Invia il collegamento').click();
  await expect(page.getByText(/il messaggio è in arrivo/)).toBeVisible();
  await page.goto(await waitForMailedLink(world, EMAIL, '/reset-password'));
  await label('E-mail').fill('altra@comune.forli.fc.it');
  await label('Nuova password').fill(SECOND);
  await label('Ripeti la nuova password').fill(SECOND);
  await button('Imposta la nuova password').click();
  await expect(page.getByText('L’e-mail non è valida: scrivi quella dell’account.')).toBeVisible();
  await label('E-mail').fill(EMAIL);
  await button('Imposta la nuova password').click();
  await expect(page.getByText(/Password cambiata/)).toBeVisible();

  await login.open();
  await login.fill({ username: EMAIL, password: FIRST });
  await expect(page.getByText('Accesso non riuscito: nome utente o password errati.')).toBeVisible();
  await login.fill({ username: EMAIL, password: SECOND });
  await expect(page.getByRole('heading', { name: 'Riapri le credenziali degli impianti' })).toBeVisible({
    timeout: 40_000,
  });
  await label('Chiave di recupero').last().fill(recoveryKey);
  await label('Password attuale dell’account').fill(SECOND);
  await button('Riapri').click();
  await login.expectInside();
  await login.signOut();
  await login.fill({ username: EMAIL, password: SECOND });
  await login.expectInside();
});
