import type { Locator } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';
import { waitForMailedLink } from './world/mail.ts';

const INVITED = 'i.moretti@comune.cesena.fc.it';

test('ADM-03 ADM-04 KIND-05: a person is invited, chooses a password, and becomes administrator by two people', async ({
  page,
  world,
  login,
}) => {
  test.setTimeout(240_000);
  const grid = page.getByRole('grid', { name: 'Utenti del portale' });
  const row = grid.getByRole('row').filter({ hasText: INVITED });
  const openUsers = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Amministrazione: utenti' }).click();
    await expect(grid).toBeVisible();
  };
  const act = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: /^Azioni su/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: 'Conferma' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await login.signIn(world.user('amministratore'));
  for (const section of ['Registro impianti', 'Amministrazione: utenti', 'Notizie'])
    await expect(page.getByRole('link', { name: section })).toBeVisible();
  await openUsers();
  await expect(grid.getByRole('columnheader')).toHaveCount(16);
  await expectAccessible(page, 'portal users');
  await page.getByRole('button', { name: 'Invita' }).click();
  const form = page.getByRole('dialog', { name: 'Invita una persona' });
  await form.getByLabel('E-mail', { exact: true }).fill(INVITED);
  await form.getByLabel('Nome e cognome').fill('Ivo Moretti');
  await form.getByRole('button', { name: 'Manda l’invito' }).click();
  await expect(form.getByText('Scrivi il comune o l’ente')).toBeVisible();
  await form.getByLabel('Comune o ente').fill('Comune di Cesena');
  await expectAccessible(page, 'invitation');
  await form.getByRole('button', { name: 'Manda l’invito' }).click();
  await expect(form).toHaveCount(0);
  await expect(row).toContainText('invitato');
  await login.signOut();

  await page.goto(await waitForMailedLink(world, INVITED, '/reset-password\\?invited=1'));
  await expect(page.getByRole('heading', { name: 'Benvenuto in Varco' })).toBeVisible();
  await page.getByLabel('E-mail').fill(INVITED);
  const password = 'tramonto-sul-molo-4';
  await page.locator('input[name=next]').fill(password);
  await page.locator('input[name=repeat]').fill(password);
  await page.getByRole('button', { name: 'Imposta la nuova password' }).click();
  await expect(page.getByText('Password cambiata')).toBeVisible({ timeout: 20_000 });

  await login.open();
  await login.fill(world.user('amministratore'));
  await openUsers();
  await expect(row).toContainText('attivo');
  await act('Chiedi di farlo amministratore');
  await expect(row).toContainText('richiesto da amministratore');
  await row.getByRole('button', { name: /^Azioni su/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Conferma: amministratore' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await login.signOut();

  await login.open();
  await login.fill(world.user('vice.amministratore'));
  await openUsers();
  await page.getByRole('button', { name: 'Mostra', exact: true }).click();
  await act('Conferma: amministratore');
  await page.getByRole('combobox', { name: 'Mostra' }).click();
  await page.getByRole('option', { name: 'Amministratori' }).click();
  await expect(row).toBeVisible();
  await act('Disabilita');
  await expect(row).toContainText('disabilitato');
  await login.signOut();
  await login.fill({ username: INVITED, password });
  await expect(page.getByText('Accesso non riuscito: nome utente o password errati.')).toBeVisible();
});

test('TICK-01 TICK-02 SHELL-12: a person asks for support, an administrator answers, and both read the conversation', async ({
  page,
  world,
  login,
}) => {
  test.setTimeout(180_000);
  const question = 'Non trovo il varco di via Emilia.';
  const openSupport = (): Promise<void> => page.getByRole('link', { name: 'Assistenza' }).click();
  await login.signIn(world.user('s.bassi'));
  await openSupport();
  await expect(page).toHaveTitle('Assistenza · Varco');
  await expect(page.getByRole('heading', { name: 'Nessuna richiesta' })).toBeVisible();
  await page.getByRole('button', { name: 'Scrivi all’assistenza' }).first().click();
  const form = page.getByRole('dialog', { name: 'Scrivi all’assistenza' });
  await form.getByRole('button', { name: 'Manda' }).click();
  await expect(form.getByText('Scrivi il messaggio')).toBeVisible();
  await form.getByLabel('Messaggio').fill(question);
  await expectAccessible(page, 'support form');
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Manda' }).click();
  await expect(page.getByText('Invio della segnalazione non riuscito.')).toBeVisible();
  await page.context().setOffline(false);
  await form.getByRole('button', { name: 'Manda' }).click();
  await expect(page.getByText('Segnalazione inviata.')).toBeVisible();
  await expect(
    page
      .getByRole('group', { name: /^Messaggi|^Assistenza/ })
      .or(page.getByText(question))
      .first(),
  ).toBeVisible();
  await login.signOut();

  await login.open();
  await login.fill(world.user('vice.amministratore'));
  await openSupport();
  await page.getByRole('button', { name: /Non trovo il varco/ }).click();
  await page.getByLabel('Risposta').fill('È nella zona Nord: ora lo vedi.');
  await page.getByRole('button', { name: 'Manda' }).click();
  await expect(page.getByText('con risposta').first()).toBeVisible();
  await expectAccessible(page, 'support conversation');
  await login.signOut();

  await login.fill(world.user('s.bassi'));
  await openSupport();
  await expect(page.getByText('È nella zona Nord: ora lo vedi.')).toBeVisible();
  await page.getByRole('button', { name: 'Chiudi la richiesta' }).click();
  await expect(page.getByText('chiusa').first()).toBeVisible();
});

test('ADM-07: an administrator writes a draft, publishes it, changes its text and deletes it; people read the newest text', async ({
  page,
  world,
  login,
}) => {
  test.setTimeout(150_000);
  const [admin, reader] = [world.user('vice.amministratore'), world.user('assistenza')];
  const row = page.getByRole('grid', { name: 'Notizie scritte' }).getByRole('row').filter({ hasText: 'Nuovi varchi' });
  const openNews = async (): Promise<void> => {
    await page.getByRole('link', { name: 'Notizie' }).click();
    await expect(page.getByRole('button', { name: 'Scrivi una notizia' })).toBeVisible();
  };
  const edit = async (change: (form: Locator) => Promise<void>): Promise<void> => {
    await row.click();
    const form = page.getByRole('dialog', { name: 'Modifica la notizia' });
    await change(form);
    await expect(form).toHaveCount(0);
  };

  await login.open();
  await login.fill(admin);
  await openNews();
  await page.getByRole('button', { name: 'Scrivi una notizia' }).click();
  const form = page.getByRole('dialog', { name: 'Scrivi una notizia' });
  await form.getByRole('button', { name: 'Salva' }).click();
  await expect(form.getByLabel('Titolo')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Titolo').fill('Nuovi varchi');
  await form.getByLabel('Testo').fill('Da lunedì due varchi in più.');
  await form.getByRole('button', { name: 'Salva' }).click();
  await expect(row).toContainText('bozza');
  await edit(async (open) => {
    await open.getByLabel('Pubblicata').check();
    await open.getByRole('button', { name: 'Salva' }).click();
  });
  await expect(row).toContainText('pubblicata');
  await edit(async (open) => {
    await expect(open.getByLabel('Testo')).toHaveValue('Da lunedì due varchi in più.');
    await open.getByLabel('Testo').fill('Da martedì tre varchi in più.');
    await open.getByRole('button', { name: 'Salva' }).click();
  });
  await login.signOut();
  await login.signIn(reader);
  const news = page.getByRole('dialog', { name: 'Notizie' });
  await expect(news).toContainText('Da martedì tre varchi in più.');
  await expect(news).not.toContainText('Da lunedì');
  await news.getByRole('button', { name: 'Non mostrare più' }).click();
  await login.signOut();

  await login.fill(admin);
  await openNews();
  await edit(async (open) => {
    await open.getByRole('button', { name: 'Elimina' }).click();
    await open.getByRole('button', { name: 'Conferma' }).click();
  });
  await expect(row).toHaveCount(0);
});
