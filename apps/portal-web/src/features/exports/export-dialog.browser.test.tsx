import { deriveDownloadKey, deriveZipPassword } from '@varco/vault/export-key.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../../test/eventually.ts';
import { closeExports, fetchStartCalls, listNotices, renderExports } from '../../../test/exports-harness.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { closeExportDialog } from '../../lib/exports/export-request.store.ts';
import { classifyExportFault } from './export-faults.ts';

afterEach(closeExports);

const dialog = page.getByRole('dialog', { name: 'Esporta transiti' });
const plants = dialog.getByRole('list', { name: 'Stima per impianto' });
const confirm = dialog.getByRole('button', { name: 'CONFERMA' });
const findCheckbox = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
const findTextbox = (name: string) => dialog.getByRole('textbox', { name });

describe('the dialog', () => {
  test('EXP-01 EXP-04 shows the filters in use, the exportable count and one line per plant; undo closes it', async () => {
    const world = await renderExports({ screen: 'dialog' });
    await expect.element(dialog.getByText('Targa AB123CD')).toBeVisible();
    await expect.element(dialog.getByText('24 transiti esportabili')).toBeVisible();
    await expect.element(plants.getByText('Cesena Cintura')).toBeVisible();
    await expect.element(plants.getByText('Forlì Sud')).toBeVisible();
    expect(plants.getByText('12 transiti').elements()).toHaveLength(2);
    const [requested] = (await world.calls('second')).filter(({ route }) => route.endsWith('/estimate'));
    expect(requested?.body).toEqual({
      filter: { filtering: true, f_targa: 'AB123CD', f_varchi: [2] },
      without_images: true,
      with_context_images: false,
      mono: false,
    });
    await userEvent.click(dialog.getByRole('button', { name: 'ANNULLA' }));
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('EXP-02 EXP-03 EXP-25 PTAPI-02 confirm asks leave of every plant, then the portal', async () => {
    const world = await renderExports({ screen: 'dialog' });
    await expect.element(confirm).toBeEnabled();
    await userEvent.click(findCheckbox('Con immagini'));
    await userEvent.click(findCheckbox('Con immagini di contesto'));
    await userEvent.fill(findTextbox('Testo in filigrana'), 'Procura di Forlì');
    await userEvent.fill(findTextbox('Note'), 'fascicolo 7');
    await expect.element(confirm).toBeEnabled();
    await userEvent.click(confirm);
    await eventually(async () => expect(await fetchStartCalls(world)).toHaveLength(1));
    const [sent] = await fetchStartCalls(world);
    const guid = String(sent?.body['guid']);
    expect(sent?.body).toMatchObject({
      without_images: false,
      with_context_images: true,
      watermark_tag: 'Procura di Forlì',
      notes: 'fascicolo 7',
      label: expect.stringContaining('AB123CD'),
      encryption_key: await deriveZipPassword(world.exportKey, guid),
      peers: [1, 2].map((peer) => ({
        url: location.origin,
        peer_number: peer,
        jwt: 'aaaa.bbbb.cccc',
        filter: { filtering: true, f_targa: 'AB123CD', f_varchi: [peer] },
        estimate: 12,
      })),
    });
    expect(sent?.key).toBe(await deriveDownloadKey(world.exportKey));
    const leave = (await world.calls('second')).find(({ route }) => route.endsWith('/delegation'));
    expect(leave?.body).toMatchObject({ export_guid: guid, mode: 'portal', notes: 'fascicolo 7', mono: false });
  });

  test('EXP-18 EXP-19 NOTIF-24 it is said to be queued, the pending list is asked, its end is told once and marked', async () => {
    const world = await renderExports({ screen: 'dialog' });
    await expect.element(confirm).toBeEnabled();
    await userEvent.click(confirm);
    await eventually(() => expect(listNotices()).toContain('Nuova esportazione in coda.'));
    await expect.element(dialog).not.toBeInTheDocument();
    await vi.waitFor(() => expect(listNotices()).toContain('Esportazione completata.'), { timeout: 15_000 });
    const routes = (await world.calls()).map(({ route }) => route);
    expect(routes.filter((route) => route === 'GET /api/v1/lpr/export/pending').length).toBeGreaterThan(1);
    await eventually(async () => {
      const marks = (await world.calls()).filter(({ route }) => route.startsWith('PUT /api/v1/exports/'));
      expect(marks.map(({ body }) => body)).toEqual([{ notified: true }]);
    });
    expect(listNotices().filter((text) => text === 'Esportazione completata.')).toHaveLength(1);
  });

  test('EXP-01 EXP-12 transits picked one by one: how many in all; each plant is asked for its own, and so is the portal', async () => {
    const world = await renderExports({ screen: 'dialog', picked: { 1: ['11', '12'], 2: ['21'] }, mode: 'chosen' });
    await expect.element(dialog.getByText('3 transiti scelti')).toBeVisible();
    await expect
      .element(plants.getByText('alcuni dei transiti scelti non ci sono più o non sono visibili').nth(0))
      .toBeVisible();
    await eventually(async () => {
      const [requested] = (await world.calls('second')).filter(({ route }) => route.endsWith('/estimate'));
      expect(requested?.body).toMatchObject({ filter: { f_ids: ['21'] } });
    });
    await userEvent.click(confirm);
    await eventually(async () => expect(await fetchStartCalls(world)).toHaveLength(1));
    const [sent] = await fetchStartCalls(world);
    expect(sent?.body).toMatchObject({
      label: '3 transiti scelti',
      peers: [{ filter: { f_ids: ['11', '12'] } }, { filter: { f_ids: ['21'] } }],
    });
  });

  test('EXP-24 context pictures and watermark wait for the pictures, and go with them', async () => {
    await renderExports({ screen: 'dialog' });
    await expect.element(findCheckbox('Con immagini di contesto')).toBeDisabled();
    await expect.element(findTextbox('Testo in filigrana')).toBeDisabled();
    await userEvent.click(findCheckbox('Con immagini'));
    await userEvent.click(findCheckbox('Con immagini di contesto'));
    await userEvent.fill(findTextbox('Testo in filigrana'), 'x');
    await userEvent.click(findCheckbox('Con immagini'));
    await expect.element(findCheckbox('Con immagini di contesto')).not.toBeChecked();
    await expect.element(findTextbox('Testo in filigrana')).toHaveValue('');
    await expect.element(findTextbox('Testo in filigrana')).toBeDisabled();
  });

  test('EXP-29 EXP-30 a plant without police rights takes no part, and says so', async () => {
    const world = await renderExports({ screen: 'dialog', secondGroup: 'comune' });
    await expect.element(plants.getByText(/^Permessi mancanti: senza credenziali/)).toBeVisible();
    await expect.element(dialog.getByText('12 transiti esportabili')).toBeVisible();
    await userEvent.click(confirm);
    await eventually(async () => expect(await fetchStartCalls(world)).toHaveLength(1));
    const [sent] = await fetchStartCalls(world);
    expect(sent?.body['peers']).toMatchObject([{ peer_number: 1 }]);
    expect(await world.calls('second')).toEqual([]);
  });

  test('EXP-32 over the limit nothing can be confirmed, and a warning says it', async () => {
    await renderExports({ screen: 'dialog', mode: 'limit' });
    await expect.element(plants.getByText('oltre il limite: al massimo 50.000')).toBeVisible();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^Troppi transiti per una sola esportazione/);
    await expect.element(confirm).toBeDisabled();
  });

  test('EXP-31 an expired licence: a warning for plate images and one for context images; without any licence none are asked', async () => {
    const world = await renderExports({ screen: 'dialog', mode: 'unlicensed' });
    await expect.element(plants.getByText('Licenza scaduta: le immagini delle targhe non si esportano.')).toBeVisible();
    await expect.element(plants.getByText('Licenza scaduta: le immagini di contesto non si esportano.')).toBeVisible();
    await expect.element(findCheckbox('Con immagini')).toBeEnabled();
    await world.setMode('unlicensed', 'second');
    closeExportDialog();
    await renderExports({ screen: 'dialog', mode: 'unlicensed', secondGroup: 'comune' });
    await expect.element(findCheckbox('Con immagini').nth(0)).toBeDisabled();
  });

  test('EXP-35 EXP-07 a plant that cannot be contacted says so, adding that rights may be missing; asked again it answers', async () => {
    const world = await renderExports({ screen: 'dialog', mode: 'broken' });
    await expect.element(plants.getByText('Impianto non contattabile: potrebbero mancare i permessi.')).toBeVisible();
    await expect.element(confirm).toBeEnabled();
    await world.setMode('ok');
    await userEvent.click(plants.getByRole('button', { name: 'Ripeti la stima di Cesena Cintura' }));
    await expect.element(dialog.getByText('24 transiti esportabili')).toBeVisible();
  });

  test('EXP-25 nothing to export, or no key: confirm stays disabled', async () => {
    const world = await renderExports({ screen: 'dialog', mode: 'empty', secondGroup: 'comune' });
    await expect.element(dialog.getByText('Nessun transito da esportare con questi filtri.')).toBeVisible();
    await expect.element(confirm).toBeDisabled();
    expect(await fetchStartCalls(world)).toEqual([]);
    closeExportDialog();
    await renderExports({ screen: 'dialog', hasVault: false });
    await expect.element(page.getByText(/^La chiave di esportazione sta nel vault/).nth(0)).toBeVisible();
  });

  test('EXP-33 EXP-34 the maximum: a popup with both numbers', async () => {
    const world = await renderExports({ screen: 'dialog' });
    await expect.element(confirm).toBeEnabled();
    await world.setMode('max');
    await userEvent.click(confirm);
    const popup = page.getByRole('dialog', { name: 'ERRORE ESPORTAZIONE' });
    await expect
      .element(popup.getByRole('heading', { name: 'Numero massimo di esportazioni raggiunto' }))
      .toBeVisible();
    await expect
      .element(
        popup.getByText('Puoi conservare al massimo 10 esportazioni e ora ne hai 10. Elimina quelle già scaricate.'),
      )
      .toBeVisible();
  });

  test('EXP-37 another failure only stops the spinner', async () => {
    const world = await renderExports({ screen: 'dialog' });
    await expect.element(confirm).toBeEnabled();
    await world.setMode('broken');
    await userEvent.click(confirm);
    await eventually(async () =>
      expect((await world.calls()).some(({ route }) => route.endsWith('/delegation'))).toBe(true),
    );
    await expect.element(confirm).toBeEnabled();
    expect(listNotices()).toEqual([]);
  });
});

test('EXP-36 the words of calls without token, refused, not found', () => {
  const failed = (status: number, code: 'no_auth' | 'not_found' | 'internal') =>
    classifyExportFault(new ApiError({ code, status, host: 'portale', isPolling: false }), true);
  expect(classifyExportFault(new Error('x'), false)).toEqual({ kind: 'text', key: 'exports:fault.notAuthenticated' });
  expect(failed(401, 'no_auth')).toEqual({ kind: 'text', key: 'exports:fault.unauthorized' });
  expect(failed(404, 'not_found')).toEqual({ kind: 'text', key: 'exports:fault.notFound' });
  expect(failed(500, 'internal')).toEqual({ kind: 'silent' });
});
