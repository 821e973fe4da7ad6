import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 240_000 });

const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const findGrid = (page: Page) => page.getByRole('grid', { name: 'Utenti dell’impianto' });
const findSearchBox = (page: Page) => page.getByRole('textbox', { name: /^Cerca per utente/ });
const findTabs = (page: Page) => page.getByRole('tablist', { name: 'Gestione degli impianti' });

async function choosePlant(page: Page, name: string): Promise<void> {
  await page.locator('#results').getByRole('combobox', { name: 'Impianto' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

async function chooseAction(page: Page, username: string, item: string): Promise<void> {
  await findButton(page, `Azioni su ${username}`).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('PMGMT-01 RTE-18 SHELL-08: tabs under /peer lead to the five screens of plant management, each with its title', async ({
  page,
  begin,
}) => {
  await begin('amministratore');
  await page.getByRole('navigation', { name: 'Navigazione' }).getByRole('link', { name: 'Utenti impianti' }).click();
  for (const [tab, path, title] of [
    ['Gruppi', 'groups', 'gruppi'],
    ['Dispositivi', 'devices', 'dispositivi'],
    ['Distretti', 'districts', 'distretti'],
    ['Stato', 'status', 'stato'],
    ['Utenti', 'users', 'utenti'],
  ] as const) {
    await findTabs(page).getByRole('tab', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/peer/${path}$`));
    await expect(page).toHaveTitle(`Impianti: ${title} · Varco`);
  }
});

test('USR-07 USR-08 USR-10 USR-11: an administrator finds, makes, changes, exports and removes people of a plant', async ({
  page,
  world,
  begin,
}) => {
  await begin('amministratore');
  await page.getByRole('navigation', { name: 'Navigazione' }).getByRole('link', { name: 'Utenti impianti' }).click();
  await expect(page).toHaveURL(/\/peer\/users$/);
  await expect(page).toHaveTitle('Impianti: utenti · Varco');
  await choosePlant(page, world.plant('FOR').label);
  await expect(findGrid(page).getByRole('row', { name: /a\.conti/ })).toContainText('Abilitato');
  await expectAccessible(page, 'users of a plant');

  await findButton(page, 'Nuovo utente').click();
  const form = page.getByRole('dialog', { name: /^Nuovo utente/ });
  await form.getByRole('textbox', { name: 'Nome utente' }).fill('prova.viaggio');
  await form.getByRole('textbox', { name: 'Nome e cognome' }).fill('=Prova Viaggio');
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('Lunga-e-varia-77');
  await form.getByRole('combobox', { name: 'Gruppo', exact: true }).click();
  await page.getByRole('option', { name: /^fdo carabinieri/ }).click();
  await expectAccessible(page, 'form of a user', '[role=dialog]');
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/users') && request.method() !== 'OPTIONS')
      sent.push(`${request.method()} ${pathname.replace(/\d+/, 'N')}`);
  });
  await findButton(page, 'Salva').click();
  await expect(page.getByText(/utente prova\.viaggio creato/)).toBeVisible();
  expect(sent.slice(0, 2)).toEqual(['POST /api/users', 'PUT /api/users/N/districts']);

  await findSearchBox(page).fill('prova.viaggio');
  await expect(findGrid(page).getByRole('row')).toHaveCount(2);
  await expect(findGrid(page).getByRole('row', { name: /prova\.viaggio/ })).toContainText('Password da cambiare');
  const [file] = await Promise.all([page.waitForEvent('download'), findButton(page, 'Scarica CSV').click()]);
  expect(file.suggestedFilename()).toMatch(/^utenti-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`"prova.viaggio";"'=Prova Viaggio"`);

  await chooseAction(page, 'prova.viaggio', 'Modifica');
  const edit = page.getByRole('dialog', { name: /^Utente / });
  await edit.getByRole('textbox', { name: 'Descrizione' }).fill('Solo per questo viaggio');
  await edit.getByRole('switch', { name: /^Account abilitato/ }).uncheck({ force: true });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/utente prova\.viaggio aggiornato/)).toBeVisible();
  await expect(findGrid(page).getByRole('row', { name: /prova\.viaggio/ })).toContainText('Disabilitato');

  await chooseAction(page, 'prova.viaggio', 'Aggiungi smartphone');
  const phone = page.getByRole('dialog', { name: /^Smartphone di/ });
  await phone.getByRole('textbox', { name: 'Android id' }).fill('9774d56d682e549c');
  await phone.getByRole('textbox', { name: 'Nome' }).fill('Pattuglia 4');
  await findButton(page, 'Aggiungi').click();
  await expect(page.getByText(/smartphone di prova\.viaggio registrato/)).toBeVisible();
  await expect(findGrid(page).getByRole('row', { name: /prova\.viaggio/ })).toContainText('Smartphone');

  // The search is still there after a reload; then the user is deleted.
  await page.reload();
  await expect(findSearchBox(page)).toHaveValue('prova.viaggio', { timeout: 40_000 });
  await expect(findGrid(page).getByRole('row')).toHaveCount(2);
  await chooseAction(page, 'prova.viaggio', 'Elimina');
  await page
    .getByRole('dialog', { name: /^Eliminare/ })
    .getByRole('button', { name: 'Elimina' })
    .click();
  await expect(page.getByText(/utente prova\.viaggio eliminato/)).toBeVisible();
  await expect(page.getByText('Nessun utente con questi filtri.')).toBeVisible();
  await findButton(page, 'Togli i filtri').click();
  await expect(findGrid(page).getByRole('row', { name: /a\.conti/ })).toBeVisible();
});

test('RTE-19 TPERM-09 PMGMT-02 USR-18: with the flag and level 6 one administers the own people of that plant, on a phone too; without it nobody enters', async ({
  page,
  world,
  login,
}) => {
  await login.open('/peer/users');
  await login.fill(world.user('m.ferri'));
  await expect(page).toHaveURL(/\/peer\/users$/);
  await expect(page.getByText(/gestisci solo gli utenti affidati a te/)).toBeVisible({ timeout: 40_000 });
  await expect(findTabs(page).getByRole('tab', { name: 'Utenti' })).toHaveAttribute('aria-selected', 'true');
  await expect(findTabs(page).getByRole('tab', { name: 'Gruppi' })).toHaveCount(0);
  for (const name of ['a.conti', 'g.serra', 'l.moretti', 'r.villa'])
    await expect(findGrid(page).getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expect(findGrid(page).getByRole('row')).toHaveCount(5);
  await expect(findGrid(page).getByRole('row', { name: /r\.villa/ })).toContainText('Scaduto');
  await expect(findGrid(page).getByRole('row', { name: /l\.moretti/ })).toContainText('In scadenza');
  await findTabs(page).getByRole('tab', { name: 'Stato' }).click();
  await expect(page).toHaveURL(/\/peer\/status$/);
  await findTabs(page).getByRole('tab', { name: 'Utenti' }).press('Enter');
  await expect(page).toHaveURL(/\/peer\/users$/);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(findGrid(page)).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await chooseAction(page, 'a.conti', 'Modifica');
  const form = page.getByRole('dialog', { name: /^Utente / });
  await expect(form.getByRole('switch', { name: /^Amministratore dell’impianto/ })).toBeDisabled();
  expect(await form.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
  await expectAccessible(page, 'form of a user on a phone', '[role=dialog]');
  await page.keyboard.press('Escape');
  await login.signOut();

  await login.open('/peer/users');
  await login.fill(world.user('s.bassi'));
  for (const path of ['/peer/users', '/peer/devices']) {
    await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
    await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/, { timeout: 40_000 });
  }
});
