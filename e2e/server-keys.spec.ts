import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

// A former key is retired a minute after the new one was made, at the earliest.
test.describe.configure({ timeout: 240_000 });

test('an administrator replaces a key of the portal by keyboard alone: made, waited for, the former one retired', async ({
  page,
  begin,
}) => {
  await begin('amministratore');
  await page.getByRole('link', { name: 'Amministrazione: impostazioni' }).click();
  const panel = page.getByRole('region', { name: 'Chiavi del server' });
  const dialog = page.getByRole('dialog');
  const row = (name: RegExp) => panel.getByRole('row', { name });
  // A dialog puts the focus on its cancel button once it is drawn; a key before that would land there.
  const confirm = async (name: string): Promise<void> => {
    await expect(dialog.getByRole('button', { name: 'Annulla' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  };
  await expect(row(/^Del server.*firma/)).toContainText('Creata dal server il');

  const add = panel.getByRole('button', { name: 'Nuova chiave: Di testimone' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('La precedente vale ancora');
  await expectAccessible(page, 'new key dialog', '[role=dialog]');
  await confirm('Crea la chiave');
  await expect(row(/^Di testimone.*entra in uso/)).toContainText('Creata da amministratore il');
  const former = row(/^Di testimone.*precedente, vale ancora/);
  await expect(former).toContainText('Prima del ritiro: un minuto');
  const retire = panel.getByRole('button', { name: 'Ritira la precedente: Di testimone' });
  await expect(retire).toBeDisabled();
  await expectAccessible(page, 'keys of the portal');

  // The page follows by itself.
  await expect(retire).toBeEnabled({ timeout: 90_000 });
  await expect(row(/^Di testimone.*firma/)).toBeVisible();
  await retire.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('non riconosce le controfirme nuove del portale');
  await confirm('Ritira la chiave');
  // Other journeys of this world retire keys of the portal too.
  await panel.getByRole('button', { name: /^Mostra \d+ chiav[ei] ritirat[ae]$/ }).press('Enter');
  await expect(row(/^Di testimone.*ritirata/)).toContainText('Ritirata da amministratore il');
  await expect(former).toBeHidden();
});
