import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DataTable } from './DataTable.tsx';
import type { Column, Sort } from './table-model.ts';
import { toggleSort } from './table-model.ts';

type Row = { readonly id: string; readonly name: string };

const columns: readonly Column<Row>[] = [
  { id: 'number', header: '#', name: 'Number', pinned: 'start', width: 40, cell: (_row, { index }) => index + 1 },
  { id: 'name', header: 'Name', name: 'Name', sortField: 'name', cell: (row) => row.name },
  {
    id: 'actions',
    header: '',
    name: 'Actions',
    pinned: 'end',
    cell: (row, { tabIndex, openMenu }) => (
      <button type="button" data-row-menu tabIndex={tabIndex} onClick={(event) => openMenu(event.currentTarget)}>
        menu {row.name}
      </button>
    ),
  },
];

function createPage(number: number, size: number): readonly Row[] {
  return Array.from({ length: size }, (_, index) => ({ id: `${number}-${index}`, name: `row ${number}.${index}` }));
}

function Harness(props: { size?: number; onEvent: (text: string) => void; isMulti?: boolean }): ReactElement {
  const { size = 3, onEvent, isMulti = false } = props;
  const [current, setCurrent] = useState<string | null>(null);
  const [number, setNumber] = useState(2);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState<Sort | null>(null);
  const run = (to: number): void => {
    setNumber(to);
    setCurrent(null);
    onEvent(`page ${to}`);
  };
  return (
    <MantineProvider>
      <div style={{ height: 200 }}>
        <DataTable
          label="Sample"
          columns={columns}
          rows={createPage(number, size)}
          rowKey={(row) => row.id}
          rowIdPrefix="lpr-row-"
          currentKey={current}
          onCurrent={setCurrent}
          onOpen={(row) => onEvent(`open ${row.id}`)}
          onDoubleOpen={(row) => onEvent(`double ${row.id}`)}
          onPreviousPage={() => run(number - 1)}
          onNextPage={() => run(number + 1)}
          onMenu={(row, anchor) => onEvent(`menu ${row.id} ${anchor.tagName}`)}
          sort={sort}
          onSort={(field) => setSort(toggleSort(sort, field))}
          isHit={(row) => row.id.endsWith('1')}
          {...(isMulti
            ? {
                selection: {
                  keys: ticked,
                  canSelect: (row: Row) => row.id !== '2-2',
                  getTickName: (row: Row) => `tick ${row.name}`,
                  onToggle: (row: Row) => {
                    onEvent(`toggle ${row.id}`);
                    const next = new Set(ticked);
                    if (!next.delete(row.id)) next.add(row.id);
                    setTicked(next);
                  },
                },
              }
            : {})}
        />
      </div>
    </MantineProvider>
  );
}

async function renderTable(props: { size?: number; isMulti?: boolean } = {}): Promise<string[]> {
  const log: string[] = [];
  await render(<Harness {...props} onEvent={(text) => log.push(text)} />);
  return log;
}

function getRowElement(id: string): HTMLElement {
  const element = document.getElementById(`lpr-row-${id}`);
  if (element === null) throw new Error(`no row ${id}`);
  return element;
}

describe('DataTable', () => {
  test('WID-06 TBL-08 down, down, up: the second row is current and has the focus', async () => {
    await renderTable();
    getRowElement('2-0').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(getRowElement('2-1'));
    expect(getRowElement('2-1').getAttribute('aria-selected')).toBe('true');
    expect(getRowElement('2-1').tabIndex).toBe(0);
    expect(getRowElement('2-0').tabIndex).toBe(-1);
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(getRowElement('2-2'));
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(getRowElement('2-0'));
  });

  test('WID-07 WID-08 TBL-09 left on the first and right on the last row turn the page, and the focus stays', async () => {
    const log = await renderTable();
    getRowElement('2-0').focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(log).toEqual([]);
    await userEvent.keyboard('{ArrowLeft}');
    expect(log).toEqual(['page 1']);
    await vi.waitFor(() => expect(document.activeElement).toBe(getRowElement('1-0')), { timeout: 10_000 });
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(log).toEqual(['page 1', 'page 2']);
    await vi.waitFor(() => expect(document.activeElement).toBe(getRowElement('2-0')), { timeout: 10_000 });
  });

  test('WID-09 TBL-10 enter opens the current row; the dot opens its menu at its button', async () => {
    const log = await renderTable();
    getRowElement('2-1').focus();
    await userEvent.keyboard('{Enter}.');
    expect(log).toEqual(['open 2-1', 'menu 2-1 BUTTON']);
  });

  test('TBL-10 TBL-13 with multi-select on, enter, space and clicks tick, but never a row that cannot be', async () => {
    const log = await renderTable({ isMulti: true });
    getRowElement('2-0').focus();
    await userEvent.keyboard('{Enter} ');
    await userEvent.click(page.getByText('row 2.1', { exact: true }));
    await userEvent.click(page.getByRole('checkbox', { name: 'tick row 2.0' }));
    getRowElement('2-2').focus();
    await userEvent.keyboard('{Enter}');
    expect(log).toEqual(['toggle 2-0', 'toggle 2-0', 'toggle 2-1', 'toggle 2-0']);
    expect(getRowElement('2-1').getAttribute('aria-selected')).toBe('true');
  });

  test('TBL-11 one click opens, and only after 200 ms', async () => {
    const log = await renderTable();
    const before = performance.now();
    getRowElement('2-1').querySelectorAll('td')[1]?.click();
    expect(log).toEqual([]);
    await vi.waitFor(() => expect(log).toEqual(['open 2-1']), { interval: 10, timeout: 10_000 });
    expect(performance.now() - before).toBeGreaterThanOrEqual(195);
  });

  test('TBL-12 two quick clicks are a double click, and the single one never comes', async () => {
    const log = await renderTable();
    await userEvent.dblClick(page.getByText('row 2.1', { exact: true }));
    getRowElement('2-0').querySelectorAll('td')[1]?.click();
    await vi.waitFor(() => expect(log).toEqual(['double 2-1', 'open 2-0']), 10_000);
  });

  test('a click on a button in a row is the button, not the row', async () => {
    const log = await renderTable();
    await userEvent.click(page.getByRole('button', { name: 'menu row 2.1' }));
    getRowElement('2-0').querySelectorAll('td')[1]?.click();
    await vi.waitFor(() => expect(log).toEqual(['menu 2-1 BUTTON', 'open 2-0']), 10_000);
  });

  test('WID-05 the head stays in sight while the rows scroll, and a focused row is not under it', async () => {
    await renderTable({ size: 50 });
    const scroller = document.querySelector('[data-density]');
    const head = document.querySelector('th');
    if (scroller === null || head === null) throw new Error('no table');
    getRowElement('2-0').focus();
    await userEvent.keyboard('{End}');
    expect(scroller.scrollTop).toBeGreaterThan(500);
    expect(head.getBoundingClientRect().top).toBeCloseTo(scroller.getBoundingClientRect().top, 0);
    for (let up = 0; up < 12; up += 1) await userEvent.keyboard('{ArrowUp}');
    const focused = document.activeElement?.getBoundingClientRect();
    expect(focused?.top).toBeGreaterThanOrEqual(head.getBoundingClientRect().bottom - 1);
  });

  test('TBL-05 a sortable head flips its sign, says so, and the others do not sort', async () => {
    await renderTable();
    const head = page.getByRole('columnheader', { name: 'Name' });
    await expect.element(head).toHaveAttribute('aria-sort', 'none');
    await userEvent.click(page.getByRole('button', { name: 'Name', exact: true }));
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(page.getByRole('button', { name: 'Name', exact: true }));
    await expect.element(head).toHaveAttribute('aria-sort', 'descending');
    await expect.element(page.getByRole('columnheader', { name: '#' })).not.toHaveAttribute('aria-sort');
  });

  test('moving through 50 rows draws two of them again, the left and the entered, never the others', async () => {
    const drawn: string[] = [];
    const counting: readonly Column<Row>[] = [
      {
        id: 'name',
        header: 'Name',
        name: 'Name',
        cell: (one) => {
          drawn.push(one.id);
          return one.name;
        },
      },
    ];
    const rows = createPage(1, 50);
    function Counted(): ReactElement {
      const [current, setCurrent] = useState<string | null>(null);
      return (
        <MantineProvider>
          <DataTable
            label="Counted"
            columns={counting}
            rows={rows}
            rowKey={(one) => one.id}
            rowIdPrefix="lpr-row-"
            currentKey={current}
            onCurrent={setCurrent}
            onOpen={() => undefined}
          />
        </MantineProvider>
      );
    }
    await render(<Counted />);
    getRowElement('1-0').focus();
    await vi.waitFor(() => expect(getRowElement('1-0').getAttribute('aria-selected')).toBe('true'), 10_000);
    drawn.length = 0;
    await userEvent.keyboard('{ArrowDown}');
    await vi.waitFor(() => expect(document.activeElement).toBe(getRowElement('1-1')), { timeout: 10_000 });
    expect(new Set(drawn)).toEqual(new Set(['1-0', '1-1']));
  });

  test('TBL-23 row ids carry the given prefix', async () => {
    await renderTable();
    expect(getRowElement('2-0').id).toBe('lpr-row-2-0');
  });
});
