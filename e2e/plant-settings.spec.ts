import type { Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 240_000 });

const open = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: 'Cesena Cintura', exact: true }).click();
};

/** Chooses what t_max limits on the plant, and waits until the page shows it with its author. */
async function chooseLimit(page: Page, name: string): Promise<void> {
  const row = page.getByRole('row', { name: /Che cosa limita t_max/ });
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByRole('radio', { name }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toContainText(name);
  await expect(row).toContainText('amministratore');
}

test('an administrator sets a plant: the time limit, what a shorter term would delete, a legal hold', async ({
  page,
  begin,
}) => {
  await begin('amministratore', { reason: '8103/2026' });
  const dialog = page.getByRole('dialog');
  await open(page, '/peer/settings');
  await expect(page).toHaveTitle('Impianti: impostazioni · Varco');
  await chooseLimit(page, 'Quanto indietro si vede');
  await expectAccessible(page, 'settings', '#results');
  await chooseLimit(page, 'La durata di una ricerca');
  await expect(page.getByRole('row', { name: /Domini delle e-mail di allarme/ })).toContainText(
    'dall’ambiente del server',
  );

  // What would go is counted on the plant's own transits; nothing is changed.
  const transits = page.getByRole('row', { name: /^Transiti/ });
  await transits.getByRole('button').click();
  await dialog.getByRole('textbox', { name: 'Giorni' }).fill('1');
  await expect(dialog.getByText(/^transiti: [1-9]/)).toBeVisible();
  await expect(
    dialog.getByRole('textbox', { name: 'Per confermare, scrivi il codice dell’impianto: CES' }),
  ).toBeVisible();
  await expectAccessible(page, 'retention dialog', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Annulla' }).click();
  await expect(transits).toContainText('mai: come alla messa in servizio');

  await open(page, '/peer/holds');
  await page.getByRole('button', { name: 'Nuovo blocco' }).click();
  await dialog.getByRole('textbox', { name: 'Targhe' }).fill('zz 987 zy');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('indagine inventata');
  await dialog.getByRole('textbox', { name: 'Atto' }).fill('decreto 8103/2026');
  await dialog.getByRole('button', { name: 'Salva' }).click();
  const hold = page.getByRole('row', { name: /ZZ987ZY, per sempre/ });
  await expect(hold).toContainText('attivo');
  await expectAccessible(page, 'legal holds', '#results');
  await hold.getByRole('button').click();
  await dialog.getByRole('textbox', { name: 'Perché si toglie' }).fill('prova finita');
  await dialog.getByRole('button', { name: 'Togli' }).click();
  await expect(hold).toContainText(/tolto.*prova finita/);
});
