import { MantineProvider, Select, TextInput } from '@mantine/core';
// Gives the sessions of the browser their methods.
import type {} from '@vitest/browser-playwright';
import type { ReactElement, ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { EmptyState } from './EmptyState.tsx';
import { Legend } from './Legend.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import { Remark } from './Remark.tsx';
import { ScreenFrame } from './ScreenFrame.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';
import { NumberCell, SimpleTable, TableRow } from './SimpleTable.tsx';
import { SplitPane } from './SplitPane.tsx';
import { TextButton } from './TextButton.tsx';
import { Toolbar, ToolbarEnd, ToolbarGroup } from './Toolbar.tsx';

function TestPage(props: { children: ReactNode; width?: number }): ReactElement {
  return (
    <MantineProvider>
      <div style={{ display: 'flex', height: 400, width: props.width ?? 1000 }}>{props.children}</div>
    </MantineProvider>
  );
}

const COLUMNS = [
  { key: 'gate', title: 'Gate' },
  { key: 'count', title: 'Count', isNumeric: true },
  { key: 'actions', title: 'Actions', isTitleHidden: true },
] as const;

function Gates(props: { count: number; isFilling?: boolean; empty?: ReactNode }): ReactElement {
  return (
    <SimpleTable label="Gates" columns={COLUMNS} isFilling={props.isFilling ?? false} empty={props.empty}>
      {Array.from({ length: props.count }, (_, index) => (
        <TableRow key={index} isCurrent={index === 1}>
          <th scope="row">Gate {index}</th>
          <NumberCell>{index * 10}</NumberCell>
          <td>
            <TextButton icon="list">Open {index}</TextButton>
          </td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}

const edgesOf = (locator: { element: () => Element }): DOMRect => locator.element().getBoundingClientRect();

describe('ScrollRegion', () => {
  test('takes the focus and scrolls by keyboard, although it holds nothing that can be focused', async () => {
    await render(
      <TestPage>
        <ScrollRegion label="Text" isFilling>
          <div style={{ height: 3000 }}>long</div>
        </ScrollRegion>
      </TestPage>,
    );
    const region = page.getByRole('region', { name: 'Text' });
    await userEvent.tab();
    await expect.element(region).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.poll(() => region.element().scrollTop).toBeGreaterThan(1000);
  });
});

describe('ScreenFrame', () => {
  test('shows the parts in order, and scrolls its body only', async () => {
    await page.viewport(1280, 800);
    await render(
      <TestPage>
        <ScreenFrame
          label="Screen"
          intro="What it is for."
          toolbar={<Toolbar>tools</Toolbar>}
          status="3 of 4 plants"
          footer="20 rows"
        >
          <div style={{ height: 3000 }}>content</div>
        </ScreenFrame>
      </TestPage>,
    );
    const screen = page.getByRole('region', { name: 'Screen' });
    await expect.element(screen).toHaveAttribute('id', 'results');
    const tops = ['What it is for.', 'tools', '3 of 4 plants', 'content', '20 rows'].map(
      (text) => edgesOf(page.getByText(text)).top,
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(edgesOf(page.getByText('20 rows')).bottom).toBeLessThanOrEqual(edgesOf(screen).bottom);
    const body = page.getByRole('group', { name: 'Screen' });
    expect(body.element().scrollHeight).toBeGreaterThan(body.element().clientHeight);
    expect(screen.element().scrollHeight).toBe(screen.element().clientHeight);
  });

  test('keeps what is there while it waits, and puts the empty state in its place', async () => {
    const shown = await render(
      <TestPage>
        <ScreenFrame label="Screen" waiting="Asking 4 plants">
          <p>old rows</p>
        </ScreenFrame>
      </TestPage>,
    );
    await expect.element(page.getByRole('status')).toMatchTextContent('Asking 4 plants');
    await expect.element(page.getByText('old rows')).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Screen' })).toHaveAttribute('aria-busy', 'true');
    await shown.rerender(
      <TestPage>
        <ScreenFrame label="Screen" body="fill" empty={<EmptyState title="Nothing yet" />}>
          <p>old rows</p>
        </ScreenFrame>
      </TestPage>,
    );
    await expect.element(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
    expect(page.getByText('old rows').elements()).toEqual([]);
  });

  test('scrolls as a whole on a narrow window', async () => {
    await page.viewport(390, 844);
    await render(
      <TestPage width={390}>
        <ScreenFrame label="Screen" toolbar={<Toolbar>tools</Toolbar>}>
          <div style={{ height: 3000 }}>content</div>
        </ScreenFrame>
      </TestPage>,
    );
    const screen = page.getByRole('region', { name: 'Screen' });
    expect(screen.element().scrollHeight).toBeGreaterThan(2000);
    expect(getComputedStyle(screen.element()).overflowY).toBe('auto');
    await page.viewport(1280, 800);
  });
});

describe('SimpleTable', () => {
  test('on a phone a wide table moves inside its region, and the names of its rows stay in sight', async () => {
    await page.viewport(390, 844);
    await render(
      <TestPage width={390}>
        <SimpleTable
          label="Wide"
          isFirstFixed
          columns={Array.from({ length: 9 }, (_, at) => ({ key: String(at), title: `Column number ${at}` }))}
        >
          <TableRow>
            <th scope="row">Unione Rubicone e Mare</th>
            {Array.from({ length: 8 }, (_, at) => (
              <NumberCell key={at}>1.234 (+10,0 %)</NumberCell>
            ))}
          </TableRow>
        </SimpleTable>
      </TestPage>,
    );
    const region = page.getByRole('group', { name: 'Wide' });
    expect(edgesOf(region).right).toBeLessThanOrEqual(390);
    const name = page.getByRole('rowheader');
    const width = edgesOf(name).right - edgesOf(name).left;
    expect(width).toBeGreaterThan(80);
    expect(width).toBeLessThan(160);
    region.element().scrollLeft = 400;
    await expect.poll(() => region.element().scrollLeft).toBe(400);
    expect(edgesOf(name).left).toBe(edgesOf(region).left);
    await page.viewport(1280, 800);
  });
});

function Fields(props: { onSubmit: () => void }): ReactElement {
  return (
    <Toolbar isSearch label="Filter" onSubmit={props.onSubmit}>
      <Select label="Plant" data={['Cesena']} w={190} />
      <ToolbarGroup label="Period">
        <TextInput label="From" w={150} />
        <TextInput label="To" w={150} />
      </ToolbarGroup>
      <button type="submit" style={{ height: 30 }}>
        Search
      </button>
      <ToolbarEnd>
        <button type="button">Export</button>
      </ToolbarEnd>
    </Toolbar>
  );
}

describe('Toolbar', () => {
  test('aligns fields and buttons at their lower edge, and Enter in a field submits', async () => {
    await page.viewport(1280, 800);
    let times = 0;
    await render(
      <TestPage>
        <Fields onSubmit={() => (times += 1)} />
      </TestPage>,
    );
    const from = page.getByRole('textbox', { name: 'From' });
    expect(edgesOf(from).bottom).toBeCloseTo(edgesOf(page.getByRole('button', { name: 'Search' })).bottom, 0);
    await userEvent.type(from, '1{Enter}');
    expect(times).toBe(1);
    await expect.element(page.getByRole('search', { name: 'Filter' })).toBeVisible();
  });

  test('has two fields a line at 390 px, and nothing beyond the edge', async () => {
    await page.viewport(390, 844);
    await render(
      <TestPage width={390}>
        <Fields onSubmit={() => undefined} />
      </TestPage>,
    );
    const from = edgesOf(page.getByRole('textbox', { name: 'From' }));
    const to = edgesOf(page.getByRole('textbox', { name: 'To' }));
    expect(to.top).toBe(from.top);
    expect(to.width).toBeCloseTo(from.width, 0);
    expect(to.right).toBeLessThanOrEqual(390);
    await page.viewport(1280, 800);
  });
});

describe('SplitPane', () => {
  const render2 = (sideAt: 'start' | 'end') =>
    render(
      <TestPage width={innerWidth}>
        <SplitPane sideAt={sideAt} side={<p>side</p>}>
          <p>main</p>
        </SplitPane>
      </TestPage>,
    );

  test('stands side by side, and is stacked on a narrow window', async () => {
    await page.viewport(1280, 800);
    await render2('end');
    expect(edgesOf(page.getByText('side')).left).toBeGreaterThan(edgesOf(page.getByText('main')).left);
    await page.viewport(390, 844);
    await expect
      .poll(() => edgesOf(page.getByText('side')).top)
      .toBeGreaterThan(edgesOf(page.getByText('main')).top + 200);
    await page.viewport(1280, 800);
  });

  test('a side at the start comes first when stacked', async () => {
    await page.viewport(390, 844);
    await render2('start');
    expect(edgesOf(page.getByText('side')).top).toBeLessThan(edgesOf(page.getByText('main')).top);
    await page.viewport(1280, 800);
  });
});

describe('SimpleTable', () => {
  test('has a name, columns, numbers to the right and a marked row', async () => {
    await render(
      <TestPage>
        <Gates count={3} />
      </TestPage>,
    );
    const table = page.getByRole('table', { name: 'Gates' });
    await expect.element(table.getByRole('columnheader', { name: 'Actions' })).toBeInTheDocument();
    await expect.element(table.getByRole('row').nth(2)).toHaveAttribute('aria-current', 'true');
    expect(getComputedStyle(table.getByRole('cell', { name: '20' }).element()).textAlign).toBe('right');
    // Nothing is cut off, so the region is no stop of the Tab key.
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Open 0' })).toHaveFocus();
  });

  test('filling a screen, it keeps its head in sight and can be scrolled by keyboard', async () => {
    await render(
      <TestPage>
        <ScreenFrame label="Screen" body="fill">
          <Gates count={60} isFilling />
        </ScreenFrame>
      </TestPage>,
    );
    const region = page.getByRole('group', { name: 'Gates' });
    await expect.element(region).toHaveAttribute('tabindex', '0');
    region.element().scrollTop = 600;
    const head = page.getByRole('columnheader', { name: 'Gate' });
    await expect.poll(() => edgesOf(head).top).toBeCloseTo(edgesOf(region).top, 0);
  });

  test('says what to do when there are no rows', async () => {
    await render(
      <TestPage>
        <Gates count={0} empty={<EmptyState title="No gates" />} />
      </TestPage>,
    );
    await expect.element(page.getByRole('heading', { name: 'No gates' })).toBeVisible();
    expect(page.getByRole('table').elements()).toEqual([]);
  });
});

test('a legend is a named list, and a live remark is announced by its tone', async () => {
  await render(
    <TestPage>
      <Legend label="Marks" items={[{ key: 'high', mark: <i />, text: 'high interest' }]} />
      <Remark isLive>12 rows</Remark>
      <Remark isLive tone="al">
        too long
      </Remark>
    </TestPage>,
  );
  await expect
    .element(page.getByRole('list', { name: 'Marks' }).getByRole('listitem'))
    .toMatchTextContent('high interest');
  await expect.element(page.getByRole('status')).toMatchTextContent('12 rows');
  await expect.element(page.getByRole('alert')).toMatchTextContent('too long');
});

test('a print sheet is printed once, with nothing on the screen, and says when it is done', async () => {
  const marks: (string | undefined)[] = [];
  const shown = await render(
    <PrintSheet title="Report" foot="printed today" onDone={() => marks.push(document.body.dataset['varcoSheet'])}>
      <p>figures</p>
    </PrintSheet>,
  );
  await expect.poll(() => marks).toEqual(['on']);
  await expect.element(page.getByText('figures')).not.toBeVisible();
  await shown.unmount();
  expect(document.body.dataset['varcoSheet']).toBeUndefined();
});
