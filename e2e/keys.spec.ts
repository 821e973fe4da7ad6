import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test('ADM-01 ADM-05 ADM-06 ROUTE-39: an administrator makes a key for a program, binds it to a user, switches it off and deletes it', async ({
  page,
  world,
  begin,
}) => {
  await begin('amministratore');
  // The four sections of the administration.
  for (const section of ['Registro impianti', 'Amministrazione: utenti', 'Amministrazione: chiavi', 'Notizie'])
    await expect(page.getByRole('link', { name: section, exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Amministrazione: chiavi' }).click();
  await expect(page).toHaveURL(/\/dashboard\/keys$/);
  await expect(page.getByText('Nessuna chiave')).toBeVisible();

  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Nuova chiave' });
  await expect(form.getByLabel('Nome')).toBeFocused();
  await page.keyboard.type('Cruscotto della Questura');
  await form.getByLabel('Giorni di validità').fill('30');
  const users = form.getByLabel('Chi ne risponde');
  await users.fill('bassi');
  await page.getByRole('option', { name: /s\.bassi/ }).click();
  await form.getByRole('button', { name: 'Crea' }).click();
  const made = page.getByRole('dialog', { name: 'Chiave Cruscotto della Questura' });
  const secret = (await made.getByText(/^vk_/).textContent()) ?? '';
  expect(secret).toMatch(/^vk_[\w-]{43}$/);
  // It is shown once, so nothing but the button closes it.
  await page.keyboard.press('Escape');
  await expect(made).toBeVisible();
  await made.getByRole('button', { name: 'L’ho salvata' }).click();

  const row = page.getByRole('row', { name: /Cruscotto della Questura/ });
  await expect(row).toContainText('Stato degli impianti');
  await expect(row).toContainText(`${secret.slice(0, 8)}…`);
  await expect(row).toContainText('accesa');
  await expect(row).toContainText('s.bassi');
  await expect(page.getByRole('main')).not.toContainText(secret);
  for (const name of ['Nome', 'Tipo', 'Chiave', 'Creata', 'Modificata', 'Stato'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
  await expectAccessible(page, 'keys of programs');

  const ask = () =>
    page.request.get(`${world.portal}/api/v1/status`, { headers: { authorization: `Bearer ${secret}` } });
  const answer = await ask();
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain(world.plant('CES').label);

  const act = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: /^Azioni su/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Spegni');
  await expect(row).toContainText('spenta');
  expect((await ask()).status()).toBe(401);
  await page.getByRole('link', { name: 'Amministrazione: utenti' }).click();
  await expect(page.getByRole('row', { name: /s\.bassi/ })).toContainText('Cruscotto della Questura (spenta)');
  await page.goBack();
  await act('Elimina');
  await page
    .getByRole('dialog', { name: /^Eliminare la chiave/ })
    .getByRole('button', { name: 'Elimina' })
    .click();
  await expect(page.getByText('Nessuna chiave')).toBeVisible();
});

test('ROUTE-39: who is no administrator does not come to the keys', async ({ page, world, login }) => {
  await login.open('/dashboard/keys');
  await login.fill(world.user('s.bassi'));
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
  await expect(page.getByRole('link', { name: 'Amministrazione: chiavi' })).toHaveCount(0);
});
