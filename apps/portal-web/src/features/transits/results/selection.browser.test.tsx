import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createTransit } from '../../../../test/create-transit.ts';
import { renderResults } from '../../../../test/result-harness.tsx';
import { closeExportDialog, useExportRequest } from '../../../lib/exports/export-request.store.ts';
import { useNotices } from '../../../lib/notices/notices.store.ts';
import { useTabs } from '../../../lib/workspace/tabs.store.ts';
import { eventually } from '../../../../test/eventually.ts';

const getRow = (key: string): HTMLElement => {
  const row = document.getElementById(`lpr-row-${key}`);
  if (row === null) throw new Error(`no row ${key}`);
  return row;
};
const openRowMenu = (key: string): Promise<void> =>
  userEvent.click(getRow(key).querySelector('button[aria-label="Azioni della riga"]') ?? getRow(key));
const getMenuItem = (name: string) => page.getByRole('menuitem', { name, exact: true });
const getSelectionBar = page.getByRole('group', { name: 'Selezione multipla' });
const getPrintButton = getSelectionBar.getByRole('button', { name: /^Stampa selezionati/ });
const filterPrintCalls = (calls: readonly { route: string }[]) => calls.filter(({ route }) => route.endsWith('/pdf'));

const TWO_PLANTS = [
  [createTransit(1), createTransit(3)],
  [createTransit(2), createTransit(4, { targa: 'GK5?1TN' })],
] as const;

async function renderSelecting(): Promise<Awaited<ReturnType<typeof renderResults>>> {
  const results = await renderResults(TWO_PLANTS);
  await openRowMenu('1-1');
  await userEvent.click(getMenuItem('Stampa multipla'));
  return results;
}

describe('row menu', () => {
  test('TBL-14 TBL-17 it opens and closes on its button, and closes on an item', async () => {
    const { opened } = await renderResults(TWO_PLANTS);
    await openRowMenu('1-1');
    const names = page.getByRole('menuitem').elements();
    expect(names.map((one) => one.querySelector('span')?.textContent)).toEqual([
      'Dettaglio',
      'Dettaglio in una nuova scheda',
      'Storico targa',
      'Stesso varco, due minuti attorno',
      'Copia la targa',
      'Copia collegamento',
      'Stampa multipla',
      'Stampa',
    ]);
    await openRowMenu('1-1');
    await eventually(() => expect(page.getByRole('menu').elements()).toHaveLength(0));
    await openRowMenu('1-1');
    await userEvent.click(getMenuItem('Dettaglio'));
    expect(opened).toEqual(['open 1-1']);
    expect(page.getByRole('menu').elements()).toHaveLength(0);
  });

  test('TBL-17 history opens a list of the plate over the whole archive, neighbours one of the gate and two minutes around', async () => {
    await renderResults(TWO_PLANTS);
    await openRowMenu('1-1');
    await userEvent.click(getMenuItem('Storico targa'));
    expect(useTabs.getState().tabs.at(-1)).toMatchObject({
      kind: 'transit-list',
      filter: { plate: 'GK001RB', period: { kind: 'all' } },
      runs: true,
    });
    await openRowMenu('1-1');
    await userEvent.click(getMenuItem('Stesso varco, due minuti attorno'));
    expect(useTabs.getState().tabs.at(-1)).toMatchObject({
      kind: 'transit-list',
      filter: {
        gates: [{ peerId: 1, gateId: 3 }],
        period: { kind: 'range', start: '2026-11-20T12:57:00.000Z', end: '2026-11-20T13:01:00.000Z' },
      },
      runs: true,
    });
  });

  test('TPERM-17 SEL-03 on a plate not read completely, multi-select and history say why they cannot be used', async () => {
    await renderResults(TWO_PLANTS);
    await openRowMenu('2-4');
    for (const name of ['Stampa multipla', 'Storico targa', 'Copia la targa']) {
      await expect.element(getMenuItem(name)).toHaveAttribute('aria-disabled', 'true');
      await expect.element(getMenuItem(name)).toHaveAttribute('title', 'Serve una targa letta per intero');
    }
    await expect.element(getMenuItem('Stampa')).toHaveAttribute('aria-disabled', 'false');
    await userEvent.click(getMenuItem('Stampa multipla'), { force: true });
    expect(getSelectionBar.elements()).toHaveLength(0);
  });

  test('TBL-19 a record of the ADR kind has no print', async () => {
    await renderResults([[createTransit(1, { is_adr: true, adr_class: '3' })], []]);
    await openRowMenu('1-1');
    await expect.element(getMenuItem('Stampa multipla')).toBeVisible();
    expect(getMenuItem('Stampa').elements()).toHaveLength(0);
  });

  test('the keys of the actions work on the current row', async () => {
    const before = useTabs.getState().tabs.length;
    await renderResults(TWO_PLANTS);
    getRow('1-3').focus();
    await userEvent.keyboard('s');
    expect(useTabs.getState().tabs).toHaveLength(before + 1);
    expect(useTabs.getState().tabs.at(-1)).toMatchObject({ filter: { plate: 'GK003RB' } });
    await userEvent.keyboard('x');
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('1 transito selezionato');
  });
});

describe('multi-selection', () => {
  test('SEL-02 TBL-06 TBL-07 TBL-18 it starts with that transit ticked, counts in Italian, and ends on its close action', async () => {
    await renderSelecting();
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('1 transito selezionato');
    expect(getRow('1-1').getAttribute('aria-selected')).toBe('true');
    await userEvent.click(getRow('2-2').querySelectorAll('td')[2] ?? getRow('2-2'));
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('2 transiti selezionati');
    getRow('1-3').focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('3 transiti selezionati');
    await userEvent.keyboard(' ');
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('2 transiti selezionati');
    await userEvent.click(getSelectionBar.getByRole('button', { name: 'Chiudi la selezione' }));
    expect(getSelectionBar.elements()).toHaveLength(0);
    expect(page.getByRole('checkbox').elements()).toHaveLength(0);
  });

  test('SEL-03 a row whose plate was not read completely cannot be ticked, and the page tick leaves it out', async () => {
    await renderSelecting();
    await expect
      .element(page.getByRole('checkbox', { name: 'GK5?1TN non si può selezionare: targa non letta per intero' }))
      .toBeDisabled();
    getRow('2-4').focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('1 transito selezionato');
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('3 transiti selezionati');
    await userEvent.keyboard('{Escape}');
    expect(getSelectionBar.elements()).toHaveLength(0);
  });

  test('LIFE-05 the order keeps what is ticked, another filter does not', async () => {
    const { search } = await renderSelecting();
    await userEvent.click(page.getByRole('button', { name: 'Pass.', exact: true }));
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('1 transito selezionato');
    search({ plate: 'GK*' });
    await eventually(() => expect(getSelectionBar.elements()).toHaveLength(0));
  });

  test('SEL-04 SEL-05 one call per plant with its own ids; the spinner lasts until both have ended', async () => {
    const { readCalls: callsOf, setMode } = await renderSelecting();
    await setMode(2, 'hold');
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await userEvent.click(getPrintButton);
    await eventually(async () => {
      expect(filterPrintCalls(await callsOf(1))).toEqual([{ route: 'POST /api/lpr/pdf', body: { ids: ['1', '3'] } }]);
      expect(filterPrintCalls(await callsOf(2))).toEqual([{ route: 'POST /api/lpr/pdf', body: { ids: ['2'] } }]);
    });
    await expect.element(getPrintButton).toHaveAttribute('data-loading', 'true');
    await setMode(2, 'ok');
    await eventually(() => expect(getPrintButton.element().hasAttribute('data-loading')).toBe(false));
    await expect.element(getPrintButton).toHaveTextContent('Stampa selezionati');
  });

  test('SEL-01 EXP-01 the selection is exported: each plant gets exactly its own transits; without a selection the button is disabled', async () => {
    await renderSelecting();
    const exportButton = getSelectionBar.getByRole('button', { name: 'Esporta selezionati' });
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await userEvent.click(exportButton);
    expect(useExportRequest.getState().request).toEqual([
      { peerId: 1, filter: { f_ids: ['1', '3'] } },
      { peerId: 2, filter: { f_ids: ['2'] } },
    ]);
    closeExportDialog();
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await expect.element(getSelectionBar.getByRole('status')).toHaveTextContent('0 transiti selezionati');
    await expect.element(exportButton).toBeDisabled();
  });

  test('SEL-05 SEL-06 a failed print ends the spinner without a message; the button keeps which plant is left, and asks only it again', async () => {
    const { readCalls: callsOf, setMode } = await renderSelecting();
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await setMode(2, 'fail');
    await userEvent.click(getPrintButton);
    await expect.element(getPrintButton).toHaveTextContent('Stampa selezionati (da riprovare: Forlì Sud)');
    expect(getPrintButton.element().hasAttribute('data-loading')).toBe(false);
    expect(useNotices.getState().list).toEqual([]);
    expect(page.getByRole('alert').elements()).toHaveLength(0);
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
    await setMode(2, 'ok');
    await userEvent.click(getPrintButton);
    await expect.element(getPrintButton).toHaveTextContent('Stampa selezionati');
    expect(filterPrintCalls(await callsOf(1))).toHaveLength(1);
    expect(filterPrintCalls(await callsOf(2))).toHaveLength(2);
  });

  test('SEL-06 SEL-07 one transit: a print that fails, or sends no PDF, leaves a mark on its row and no message', async () => {
    const { readCalls: callsOf, setMode } = await renderResults(TWO_PLANTS);
    const mark = page.getByRole('img', { name: 'Ultima stampa non riuscita' });
    for (const mode of ['fail', 'no-pdf'] as const) {
      await setMode(1, mode);
      await openRowMenu('1-1');
      await userEvent.click(getMenuItem('Stampa'));
      await expect.element(mark).toBeVisible();
      expect(useNotices.getState().list).toEqual([]);
    }
    await setMode(1, 'ok');
    await openRowMenu('1-1');
    await userEvent.click(getMenuItem('Stampa'));
    await eventually(() => expect(mark.elements()).toHaveLength(0));
    expect(filterPrintCalls(await callsOf(1)).map(({ route }) => route)).toEqual(
      Array.from({ length: 3 }, () => 'GET /api/lpr/1/pdf'),
    );
  });
});
