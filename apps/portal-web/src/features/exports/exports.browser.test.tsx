import { deriveDownloadKey, deriveZipPassword } from '@varco/vault/export-key.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../../test/eventually.ts';
import { closeExports, listNotices, renderExports } from '../../../test/exports-harness.tsx';
import { useNotices } from '../../lib/notices/notices.store.ts';

afterEach(closeExports);

describe('the page', () => {
  const card = (name: string) => page.getByRole('article', { name, exact: true });

  test('RTE-08 EXP-05 every fact of a saved export', async () => {
    await renderExports({ screen: 'page' });
    const first = card('Oggi');
    await expect.element(first.getByText('completato').nth(0)).toBeVisible();
    for (const text of [
      'varco-20261120-1200-1f0c2b6e.zip',
      '1,0 MB',
      'fascicolo 7',
      'dati, immagini e immagini di contesto, filigrana «Procura»',
      /Targa AB123CD|AB123CD/,
    ])
      await expect.element(first.getByText(text).nth(0)).toBeVisible();
    for (const name of [
      'File',
      'Dimensione',
      'Note',
      'Parametri',
      'Transiti',
      'Tempo rimanente',
      'Completata',
      'Previsione',
      'Ricezione dati',
    ])
      await expect.element(first.getByText(name, { exact: true })).toBeVisible();
    await expect.element(page.getByText('1 di 10 esportazioni conservate')).toBeVisible();
  });

  test('EXP-16 EXP-17 progress in all and plant by plant; one that is missing is named with its reason', async () => {
    const world = await renderExports({ screen: 'page', mode: 'incomplete' });
    const running = card('Oggi').nth(1);
    await expect.element(running.getByRole('progressbar')).toHaveAttribute('value', '25');
    await expect.element(running.getByText('non risponde, nuovo tentativo tra poco (tentativo 2)')).toBeVisible();
    const broken = card('Oggi').nth(0);
    await expect.element(broken.getByText('incompleto')).toBeVisible();
    await expect.element(broken.getByText('impianto non raggiunto: i suoi transiti mancano')).toBeVisible();
    await eventually(() => expect(listNotices().join()).toContain('Esportazione incompleta'));
    expect((await world.calls()).filter(({ route }) => route === 'GET /api/v1/exports/').length).toBeGreaterThan(0);
  });

  test.for([
    ['failed', 'errore', 'Esportazione non riuscita.'],
    ['expired', 'scaduto', 'Esportazione scaduta: nessun impianto ha inviato i dati in tempo.'],
  ] as const)(
    'NOTIF-09 EXP-18 one that ends as %s is told once with 10003 and marked; its file is not offered',
    async ([mode, state, text]) => {
      const world = await renderExports({ screen: 'page', mode });
      await expect.element(card('Oggi').getByText(state, { exact: true }).first()).toBeVisible();
      await eventually(() => expect(listNotices()).toContain(text));
      await eventually(async () => {
        const marks = (await world.calls()).filter(({ route }) => route.startsWith('PUT /api/v1/exports/'));
        expect(marks.map(({ body }) => body)).toEqual([{ notified: true }]);
      });
      // The list still says "not notified", but this page does not notify twice.
      await vi.waitFor(
        async () =>
          expect((await world.calls()).filter(({ route }) => route === 'GET /api/v1/exports/').length).toBeGreaterThan(
            2,
          ),
        { timeout: 15_000 },
      );
      expect(listNotices().filter((one) => one === text)).toHaveLength(1);
      expect(useNotices.getState().list.find((one) => one.text === text)).toMatchObject({
        type: 'error',
        timeout: 5_000,
      });
      await expect.element(card('Oggi').getByRole('button', { name: /^Scarica/ })).not.toBeInTheDocument();
    },
  );

  test('PTAPI-03 PTAPI-05 the list is asked again every five seconds, with the key header', async () => {
    const world = await renderExports({ screen: 'page' });
    const key = await deriveDownloadKey(world.exportKey);
    await vi.waitFor(
      async () => {
        const lists = (await world.calls()).filter(({ route }) => route === 'GET /api/v1/exports/');
        expect(lists.length).toBeGreaterThan(2);
        expect(lists.every((call) => call.key === key)).toBe(true);
      },
      { timeout: 15_000 },
    );
  });

  test('EXP-06 PTAPI-04 notes are changed, the export is removed; each asks first', async () => {
    const world = await renderExports({ screen: 'page' });
    await userEvent.click(page.getByRole('button', { name: 'Modifica le note di Oggi' }));
    await userEvent.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Note' }), 'altre note');
    await userEvent.click(page.getByRole('button', { name: 'Salva' }));
    await expect.element(card('Oggi').getByText('altre note')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Elimina Oggi' }));
    await userEvent.click(
      page.getByRole('dialog', { name: 'Elimina Oggi' }).getByRole('button', { name: 'Elimina', exact: true }),
    );
    await expect.element(card('Oggi')).not.toBeInTheDocument();
    const routes = (await world.calls()).map(({ route }) => route);
    expect(routes.filter((route) => /^(PUT|DELETE) /.test(route))).toHaveLength(2);
  });

  test('the password of the file is made here, for this export alone', async () => {
    const world = await renderExports({ screen: 'page' });
    await userEvent.click(page.getByRole('button', { name: 'Mostra la password di Oggi' }));
    const [id = ''] = await world.saved();
    const password = await deriveZipPassword(world.exportKey, id);
    await expect.element(page.getByRole('dialog').getByText(password)).toBeVisible();
  });
});
