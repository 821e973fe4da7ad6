import { MantineProvider } from '@mantine/core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { DataTable } from './DataTable.tsx';
import type { Column } from './table-model.ts';

type Row = { readonly id: string };

const rows: readonly Row[] = [{ id: 'first' }, { id: 'second' }];

function createColumn(id: string, priority?: number): Column<Row> {
  return {
    id,
    header: id,
    name: id,
    cell: (row) => `${id} of ${row.id}`,
    ...(priority === undefined ? {} : { priority }),
  };
}
const columns: readonly Column<Row>[] = [
  createColumn('date'),
  createColumn('plate'),
  createColumn('gate'),
  createColumn('colour', 2),
  createColumn('direction'),
  createColumn('insurance', 1),
];

const ignore = (): undefined => undefined;

/** React gives up a table that never ends measuring itself ("maximum update depth exceeded"); the page is lost then. */
test('a table settles in every width, whatever fits and whatever does not', async () => {
  const renderIn = (width: number) => (
    <MantineProvider>
      <div style={{ width, height: 200 }} data-testid="box">
        <DataTable
          key={width}
          label="Sample"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          currentKey={null}
          onCurrent={ignore}
          onOpen={ignore}
        />
      </div>
    </MantineProvider>
  );
  const screen = await render(renderIn(900));
  const countColumns = (): number => screen.container.querySelectorAll('thead th').length;
  expect(countColumns()).toBe(6);
  const drawn = new Set<number>();
  for (let width = 900; width >= 100; width -= 1) {
    await screen.rerender(renderIn(width));
    drawn.add(countColumns());
  }
  // From all columns down to those that always stay.
  expect([...drawn]).toEqual([6, 5, 4]);
});
