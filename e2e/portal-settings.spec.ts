import { expectAccessible } from './pages/accessible.ts';
import { expect, test } from './world/journey.ts';

test('an administrator changes who counts as police, and the mail server with a trial, in the settings of the portal', async ({
  page,
  begin,
}) => {
  await begin('amministratore');
  await page.getByRole('link', { name: 'Amministrazione: impostazioni' }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect(row(/Domini delle forze/)).toContainText('dall’ambiente del server');
  await expectAccessible(page, 'settings of the portal');

  await page.getByRole('button', { name: 'Modifica: Domini del fornitore' }).click();
  const dialog = page.getByRole('dialog');
  const list = dialog.getByLabel('Domini del fornitore');
  await expect(list).toBeFocused();
  await list.fill('varco.example\nassistenza.example');
  await page.keyboard.press('Control+s');
  await expect(dialog).toBeHidden();
  await expect(row(/Domini del fornitore/)).toContainText('varco.example, assistenza.example');
  await expect(row(/Domini del fornitore/)).toContainText('amministratore, ');

  // The demo has a mail catcher without encryption.
  const send = page.getByRole('button', { name: 'Invia una prova al mio indirizzo' });
  await send.click();
  await expect(page.getByText(/^Il server ha accettato il messaggio per/)).toBeVisible();
  const changePort = async (to: string): Promise<string> => {
    await page.getByRole('button', { name: 'Modifica: Server di posta' }).click();
    const port = dialog.getByLabel('Porta');
    const before = await port.inputValue();
    await port.fill(to);
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await expect(dialog).toBeHidden();
    return before;
  };
  const before = await changePort('9');
  await expect(row(/Server di posta/)).toContainText(':9, non cifrato');
  // What was said of the server before is gone.
  await expect(page.getByText(/^Il server ha accettato il messaggio per/)).toBeHidden();
  await send.click();
  await expect(page.getByText(/^Non inviato: /)).toBeVisible();
  // The journeys after this one need their mail.
  await changePort(before);
  await send.click();
  await expect(page.getByText(/^Il server ha accettato il messaggio per/)).toBeVisible();
});
