import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test.describe.configure({ timeout: 240_000 });

/** Opens a screen and chooses the plant. `mark` is only on that screen: the former one has a choice of the same name. */
const open = async (page: Page, path: string, mark: Locator): Promise<void> => {
  await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await expect(mark).toBeVisible();
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: 'Cesena Cintura', exact: true }).click();
};

/** Chooses what the limit in minutes is about, and waits until the page shows it with its author. */
async function chooseLimit(page: Page, name: string): Promise<void> {
  const row = page.getByRole('row', { name: /Che cosa riguarda il limite in minuti/ });
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
  await open(page, '/peer/settings', page.getByRole('row', { name: /Che cosa riguarda il limite in minuti/ }));
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

  await open(page, '/peer/holds', page.getByRole('button', { name: 'Nuovo blocco' }));
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

test('the calendar of deletions says which day takes how many transits, and leads to the first ones', async ({
  page,
  begin,
}) => {
  await begin('amministratore', { reason: '8104/2026' });
  await open(page, '/peer/deletions', page.getByRole('button', { name: 'Oggi', exact: true }).first());
  await expect(page).toHaveTitle('Impianti: cancellazioni · Varco');
  await page.getByRole('button', { name: /^Vai al/ }).click();
  const calendar = page.getByRole('table', { name: 'Transiti cancellati per giorno' });
  const day = calendar.getByRole('button', { name: /^\d\d\/\d\d [1-9][\d.]* transiti$/ }).first();
  await day.click();
  const [date = '', count = ''] = (await day.innerText()).split(/\s+/);
  const table = page.getByRole('table', { name: new RegExp(`^Il ${date}/\\d{4} se ne va$`) });
  await expect(table.getByRole('row', { name: /^Transiti \d/ })).toContainText(count);
  await expectAccessible(page, 'deletions', '#results');

  await page.keyboard.press('ArrowRight');
  await expect(table).toHaveCount(0);
  await expect(page.getByRole('table', { name: /se ne va$/ })).toBeVisible();
});
