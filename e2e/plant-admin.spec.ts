import type { Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 240_000 });

/** Navigates inside the app, without reloading the page. */
const navigate = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
const choosePlant = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name, exact: true }).click();
};
const chooseAction = async (page: Page, row: RegExp, item: string): Promise<void> => {
  await page.getByRole('row', { name: row }).getByRole('button', { name: 'Azioni' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** Switches browser notifications of the selected plant; other journeys expect them off. */
async function switchPush(page: Page, isOn: boolean): Promise<void> {
  const dialog = page.getByRole('dialog');
  await navigate(page, '/alerts');
  await page.getByRole('button', { name: 'Canali', exact: true }).click();
  await choosePlant(page, 'Cesena Cintura');
  await page.getByRole('region', { name: 'Notifiche del browser' }).getByRole('button').click();
  await dialog.getByRole('textbox', { name: 'Contatto per i servizi di notifica' }).fill('centrale@carabinieri.it');
  await dialog.getByRole('switch', { name: 'Canale attivo' }).setChecked(isOn, { force: true });
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(dialog).toBeHidden();
}

test('GRP-01 DEV-01 DST-01 PST-01: an administrator makes, changes and removes a group, a district and a device of a plant', async ({
  page,
  begin,
}) => {
  await begin('amministratore', { reason: '8102/2026' });
  const dialog = page.getByRole('dialog');

  await navigate(page, '/peer/groups');
  await choosePlant(page, 'Cesena Cintura');
  await expect(page).toHaveTitle('Impianti: gruppi · Varco');
  await expect(page.getByRole('row', { name: /fdo carabinieri.*6 – operatore/ })).toBeVisible();
  await expectAccessible(page, 'groups', '#results');
  // With the keyboard alone.
  await page.getByRole('button', { name: 'Nuovo gruppo' }).press('Enter');
  // The dialog focuses its field in a timer, which automated key presses would overtake.
  await expect(dialog.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await page.keyboard.type('fdo prova');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /fdo prova.*5 – operatore/ })).toBeVisible();
  await chooseAction(page, /fdo prova/, 'Modifica');
  await dialog.getByRole('combobox', { name: 'Livello' }).click();
  await page.getByRole('option', { name: '3 – base' }).click();
  await expectAccessible(page, 'group dialog', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('row', { name: /fdo prova.*3 – base/ })).toBeVisible();
  await chooseAction(page, /fdo prova/, 'Elimina');
  await dialog.getByRole('button', { name: 'Elimina' }).click();
  await expect(page.getByRole('row', { name: /fdo prova/ })).toHaveCount(0);

  await navigate(page, '/peer/districts');
  await expect(page).toHaveTitle('Impianti: distretti · Varco');
  const list = page.getByRole('region', { name: 'Distretti di Cesena Cintura' });
  await expect(list.getByRole('row', { name: /Primo distretto/ })).toBeVisible();
  await expectAccessible(page, 'districts', '#results');
  await list.getByRole('button', { name: 'Nuovo distretto' }).click();
  const form = page.getByRole('form', { name: 'Distretto' });
  await form.getByRole('textbox', { name: 'Nome', exact: true }).fill('Prova di zona');
  await form
    .getByRole('group', { name: /^Varchi/ })
    .getByRole('checkbox')
    .first()
    .check();
  await form.getByRole('textbox', { name: 'Cerca un utente' }).fill('gatti');
  await form.getByRole('checkbox', { name: /^Piero Gatti/ }).check();
  await expectAccessible(page, 'district form', '#results');
  await form.getByRole('button', { name: 'Salva' }).click();
  const row = list.getByRole('row', { name: /Prova di zona 1 1/ });
  await expect(row).toBeVisible();
  // Assigned users must be removed first.
  await expect(row.getByRole('button').last()).toBeDisabled();
  await list.getByRole('button', { name: 'Modifica Prova di zona' }).click();
  await form.getByRole('checkbox', { name: /^Piero Gatti/ }).uncheck();
  await form.getByRole('button', { name: 'Salva' }).click();
  await list.getByRole('button', { name: 'Elimina Prova di zona' }).click();
  await dialog.getByRole('button', { name: 'Elimina' }).click();
  await expect(list.getByRole('row', { name: /Prova di zona/ })).toHaveCount(0);

  await navigate(page, '/peer/devices');
  await expect(page).toHaveTitle('Impianti: dispositivi · Varco');
  await expect(page.getByRole('row', { name: /Pattuglia 3.*p\.gatti.*da registrare/ })).toBeVisible();
  await expectAccessible(page, 'devices', '#results');
  await page.getByRole('button', { name: 'Non assegnati' }).click();
  await expect(page.getByRole('row', { name: /Pattuglia 3/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Postazione di guardia/ })).toBeVisible();
  await page.getByRole('button', { name: 'Nuovo dispositivo' }).click();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Banco prova');
  await dialog.getByRole('button', { name: 'Crea il codice' }).click();
  // A device cannot be registered while the channel that would notify it is off.
  await expect(dialog.getByText(/il canale non è attivo/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Annulla' }).click();

  await switchPush(page, true);
  await navigate(page, '/peer/devices');
  await page.getByRole('button', { name: 'Nuovo dispositivo' }).click();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Banco prova');
  await dialog.getByRole('button', { name: 'Crea il codice' }).click();
  await expect(dialog.getByText(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)).toBeVisible();
  await expectAccessible(page, 'device code', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Ho finito' }).click();
  await chooseAction(page, /Banco prova.*in attesa del codice/, 'Modifica');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Banco prova 2');
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await chooseAction(page, /Banco prova 2/, 'Revoca');
  await dialog.getByRole('button', { name: 'Revoca' }).click();
  await expect(page.getByRole('row', { name: /Banco prova/ })).toHaveCount(0);
  await switchPush(page, false);

  await navigate(page, '/peer/status');
  const ces = page.getByRole('region', { name: 'Cesena Cintura' });
  await expect(ces.getByText('orologio e servizi regolari')).toBeVisible();
  await expect(ces.getByText(/liberi su/).first()).toBeVisible();
  await navigate(page, '/peer/altro');
  await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/peer/groups', '/peer/devices', '/peer/districts']) {
    await navigate(page, path);
    await expect(page.getByRole('combobox', { name: 'Impianto', exact: true })).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390);
  }
});

test('DST-02 PMGMT-03 RTE-20: an operator is told who manages districts, and is kept out of groups', async ({
  page,
  begin,
}) => {
  await begin('s.bassi');
  await navigate(page, '/peer/districts');
  await expect(page.getByText(/permesso di gestirli, o il livello 8/)).toBeVisible();
  await navigate(page, '/peer/groups');
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
});
