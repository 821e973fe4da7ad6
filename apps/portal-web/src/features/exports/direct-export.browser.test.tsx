import { openParameterFile } from '@varco/evidence/parameter-file.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../../test/eventually.ts';
import { closeExports, fetchStartCalls, listNotices, renderExports } from '../../../test/exports-harness.tsx';

afterEach(closeExports);

const dialog = page.getByRole('dialog', { name: 'Esporta transiti' });
const confirm = dialog.getByRole('button', { name: 'CONFERMA' });

describe('direct export', () => {
  const direct = page.getByRole('dialog', { name: 'Esportazione diretta con esportatore' });

  test('DEX-01 DEX-02 DEX-03 DEX-05 leave of every plant, sealed under the PIN that is shown and can be copied', async () => {
    const world = await renderExports({ screen: 'dialog' });
    await expect.element(confirm).toBeEnabled();
    await userEvent.click(dialog.getByRole('button', { name: 'Esportazione diretta' }));
    await expect.element(direct.getByText(/^Verrà scaricato un file di parametri/)).toBeVisible();
    await userEvent.click(direct.getByRole('button', { name: 'Prepara i parametri' }));
    const pinBox = direct.getByRole('region', { name: 'PIN di esportazione' });
    await expect.element(pinBox.getByRole('status')).toMatchTextContent(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    const pin = pinBox.getByRole('status').element().textContent ?? '';
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(direct.getByRole('button', { name: 'Copia il PIN' }));
    expect(write).toHaveBeenCalledWith(pin);
    await eventually(() => expect(listNotices()).toContain('Pin copiato!'));
    write.mockRestore();
    await expect.element(direct.getByRole('button', { name: 'DOWNLOAD TS-EXP' })).toBeEnabled();
    const [sent] = await fetchStartCalls(world);
    const config = sent?.body['direct_export_config'];
    const file = JSON.stringify(Reflect.get(Object(config), 'file'));
    const opened = await openParameterFile(file, pin, new Date(0).toISOString());
    expect(opened).toMatchObject({
      ok: true,
      parameters: { peers: [{ jwt: 'aaaa.bbbb.cccc', filter: { f_varchi: [1] } }, { filter: { f_varchi: [2] } }] },
    });
    expect(JSON.stringify(sent?.body)).not.toContain(pin);
  });

  test('DEX-02 DEX-04 a saved one whose PIN is not known shows a dash; two help sections open', async () => {
    await renderExports({ screen: 'page' });
    const card = page.getByRole('article', { name: 'Diretta', exact: true });
    await expect.element(card.getByText('con l’esportatore')).toBeVisible();
    await expect.element(card.getByText('Transiti', { exact: true })).toBeVisible();
    expect(card.getByText('Transiti', { exact: true }).element().nextElementSibling?.textContent).toBe('--');
    await userEvent.click(page.getByRole('button', { name: 'PIN e parametri di Diretta' }));
    await expect.element(direct.getByRole('status').nth(0)).toHaveTextContent('-');
    await expect.element(direct.getByRole('button', { name: 'Copia il PIN' })).toBeDisabled();
    await userEvent.click(direct.getByText('Come aprire il file'));
    await expect.element(direct.getByText(/^Avvia l’esportatore/)).toBeVisible();
    await userEvent.click(direct.getByText('Come scaricare il programma esportatore'));
    await expect.element(direct.getByRole('link', { name: 'Informazioni su Varco' })).toBeVisible();
  });
});
