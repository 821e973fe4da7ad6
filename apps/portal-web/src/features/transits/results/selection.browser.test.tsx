import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inventedTransit } from '../../../../test/invented-transit.ts';
import { showResults } from '../../../../test/result-harness.tsx';
import { closeExport, useExportRequest } from '../../../lib/exports/export-request.store.ts';
import { useNotices } from '../../../lib/notices/notices.store.ts';
import { useTabs } from '../../../lib/workspace/tabs.store.ts';
import { eventually } from '../../../../test/eventually.ts';

const rowOf = (key: string): HTMLElement => {
  const row = document.getElementById(`lpr-row-${key}`);
  if (row === null) throw new Error(`no row ${key}`);
  return row;
};
const menuOf = (key: string): Promise<void> =>
  userEvent.click(rowOf(key).querySelector('button[aria-label="Azioni della riga"]') ?? rowOf(key));
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const bar = page.getByRole('group', { name: 'Selezione multipla' });
const printButton = bar.getByRole('button', { name: /^Stampa selezionati/ });
const prints = (calls: readonly { route: string }[]) => calls.filter(({ route }) => route.endsWith('/pdf'));

const TWO_PLANTS = [
  [inventedTransit(1), inventedTransit(3)],
  [inventedTransit(2), inventedTransit(4, { targa: 'GK5?1TN' })],
] as const;

async function selecting(): Promise<Awaited<ReturnType<typeof showResults>>> {
  const results = await showResults(TWO_PLANTS);
  await menuOf('1-1');
  await userEvent.click(item('Stampa multipla'));
  return results;
}

describe('row menu', () => {
  test('TBL-14 TBL-17 it opens and closes on its button, and closes on an item', async () => {
    const { opened } = await showResults(TWO_PLANTS);
    await menuOf('1-1');
    const names = page.getByRole('menuitem').elements();
    expect(names.map((one) => one.querySelector('span')?.textContent)).toEqual([
      'Dettaglio',
      'Dettaglio in una nuova scheda',
      'Storico targa',
      'Stesso varco, due minuti attorno',
      'Copia la targa',
      'Stampa multipla',
      'Stampa',
    ]);
    await menuOf('1-1');
    await eventually(() => expect(page.getByRole('menu').elements()).toHaveLength(0));
    await menuOf('1-1');
    await userEvent.click(item('Dettaglio'));
    expect(opened).toEqual(['open 1-1']);
    expect(page.getByRole('menu').elements()).toHaveLength(0);
  });

  test('TBL-17 history opens a list of the plate over the whole archive, neighbours one of the gate and two minutes around', async () => {
    await showResults(TWO_PLANTS);
    await menuOf('1-1');
    await userEvent.click(item('Storico targa'));
    expect(useTabs.getState().tabs.at(-1)).toMatchObject({
      kind: 'transit-list',
      filter: { plate: 'GK001RB', period: { kind: 'all' } },
      runs: true,
    });
    await menuOf('1-1');
    await userEvent.click(item('Stesso varco, due minuti attorno'));
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
    await showResults(TWO_PLANTS);
    await menuOf('2-4');
    for (const name of ['Stampa multipla', 'Storico targa', 'Copia la targa']) {
      await expect.element(item(name)).toHaveAttribute('aria-disabled', 'true');
      await expect.element(item(name)).toHaveAttribute('title', 'Serve una targa letta per intero');
    }
    await expect.element(item('Stampa')).toHaveAttribute('aria-disabled', 'false');
    await userEvent.click(item('Stampa multipla'), { force: true });
    expect(bar.elements()).toHaveLength(0);
  });

  test('TBL-19 a record of the ADR kind has no print', async () => {
    await showResults([[inventedTransit(1, { is_adr: true, adr_class: '3' })], []]);
    await menuOf('1-1');
    await expect.element(item('Stampa multipla')).toBeVisible();
    expect(item('Stampa').elements()).toHaveLength(0);
  });

  test('the keys of the actions work on the current row', async () => {
    const before = useTabs.getState().tabs.length;
    await showResults(TWO_PLANTS);
    rowOf('1-3').focus();
    await userEvent.keyboard('s');
    expect(useTabs.getState().tabs).toHaveLength(before + 1);
    expect(useTabs.getState().tabs.at(-1)).toMatchObject({ filter: { plate: 'GK003RB' } });
    await userEvent.keyboard('x');
    await expect.element(bar.getByRole('status')).toHaveTextContent('1 transito selezionato');
  });
});

describe('multi-selection', () => {
  test('SEL-02 TBL-06 TBL-07 TBL-18 it starts with that transit ticked, counts in Italian, and ends on its close action', async () => {
    await selecting();
    await expect.element(bar.getByRole('status')).toHaveTextContent('1 transito selezionato');
    expect(rowOf('1-1').getAttribute('aria-selected')).toBe('true');
    await userEvent.click(rowOf('2-2').querySelectorAll('td')[2] ?? rowOf('2-2'));
    await expect.element(bar.getByRole('status')).toHaveTextContent('2 transiti selezionati');
    rowOf('1-3').focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar.getByRole('status')).toHaveTextContent('3 transiti selezionati');
    await userEvent.keyboard(' ');
    await expect.element(bar.getByRole('status')).toHaveTextContent('2 transiti selezionati');
    await userEvent.click(bar.getByRole('button', { name: 'Chiudi la selezione' }));
    expect(bar.elements()).toHaveLength(0);
    expect(page.getByRole('checkbox').elements()).toHaveLength(0);
  });

  test('SEL-03 a row whose plate was not read completely cannot be ticked, and the page tick leaves it out', async () => {
    await selecting();
    await expect
      .element(page.getByRole('checkbox', { name: 'GK5?1TN non si può selezionare: targa non letta per intero' }))
      .toBeDisabled();
    rowOf('2-4').focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar.getByRole('status')).toHaveTextContent('1 transito selezionato');
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await expect.element(bar.getByRole('status')).toHaveTextContent('3 transiti selezionati');
    await userEvent.keyboard('{Escape}');
    expect(bar.elements()).toHaveLength(0);
  });

  test('LIFE-05 the order keeps what is ticked, another filter does not', async () => {
    const { search } = await selecting();
    await userEvent.click(page.getByRole('button', { name: 'Pass.', exact: true }));
    await expect.element(bar.getByRole('status')).toHaveTextContent('1 transito selezionato');
    search({ plate: 'GK*' });
    await eventually(() => expect(bar.elements()).toHaveLength(0));
  });

  test('SEL-04 SEL-05 one call per plant with its own ids; the spinner lasts until both have ended', async () => {
    const { callsOf, setMode } = await selecting();
    await setMode(2, 'hold');
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await userEvent.click(printButton);
    await eventually(async () => {
      expect(prints(await callsOf(1))).toEqual([{ route: 'POST /api/lpr/pdf', body: { ids: ['1', '3'] } }]);
      expect(prints(await callsOf(2))).toEqual([{ route: 'POST /api/lpr/pdf', body: { ids: ['2'] } }]);
    });
    await expect.element(printButton).toHaveAttribute('data-loading', 'true');
    await setMode(2, 'ok');
    await eventually(() => expect(printButton.element().hasAttribute('data-loading')).toBe(false));
    await expect.element(printButton).toHaveTextContent('Stampa selezionati');
  });

  test('SEL-01 EXP-01 the selection is exported: each plant gets exactly its own transits; without a selection the button is disabled', async () => {
    await selecting();
    const exportButton = bar.getByRole('button', { name: 'Esporta selezionati' });
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await userEvent.click(exportButton);
    expect(useExportRequest.getState().request).toEqual([
      { peerId: 1, filter: { f_ids: ['1', '3'] } },
      { peerId: 2, filter: { f_ids: ['2'] } },
    ]);
    closeExport();
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await expect.element(bar.getByRole('status')).toHaveTextContent('0 transiti selezionati');
    await expect.element(exportButton).toBeDisabled();
  });

  test('SEL-05 SEL-06 a failed print ends the spinner without a message; the button keeps which plant is left, and asks only it again', async () => {
    const { callsOf, setMode } = await selecting();
    await userEvent.click(page.getByRole('checkbox', { name: 'Seleziona tutta la pagina' }));
    await setMode(2, 'fail');
    await userEvent.click(printButton);
    await expect.element(printButton).toHaveTextContent('Stampa selezionati (da riprovare: Forlì Sud)');
    expect(printButton.element().hasAttribute('data-loading')).toBe(false);
    expect(useNotices.getState().list).toEqual([]);
    expect(page.getByRole('alert').elements()).toHaveLength(0);
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
    await setMode(2, 'ok');
    await userEvent.click(printButton);
    await expect.element(printButton).toHaveTextContent('Stampa selezionati');
    expect(prints(await callsOf(1))).toHaveLength(1);
    expect(prints(await callsOf(2))).toHaveLength(2);
  });

  test('SEL-06 SEL-07 one transit: a print that fails, or sends no PDF, leaves a mark on its row and no message', async () => {
    const { callsOf, setMode } = await showResults(TWO_PLANTS);
    const mark = page.getByRole('img', { name: 'Ultima stampa non riuscita' });
    for (const mode of ['fail', 'no-pdf'] as const) {
      await setMode(1, mode);
      await menuOf('1-1');
      await userEvent.click(item('Stampa'));
      await expect.element(mark).toBeVisible();
      expect(useNotices.getState().list).toEqual([]);
    }
    await setMode(1, 'ok');
    await menuOf('1-1');
    await userEvent.click(item('Stampa'));
    await eventually(() => expect(mark.elements()).toHaveLength(0));
    expect(prints(await callsOf(1)).map(({ route }) => route)).toEqual(
      Array.from({ length: 3 }, () => 'GET /api/lpr/1/pdf'),
    );
  });
});
