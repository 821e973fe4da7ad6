import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { type MergedAudit, mergeAuditPages } from '../../lib/audit/merge-audit.ts';
import { AuditResults } from './AuditResults.tsx';
import { AuditToolbar } from './AuditToolbar.tsx';

const createEntry = (seq: number, name: string, kind: string): AuditLogEntry => ({
  ...{ epoch: 1, seq, at: '2026-11-20T10:15:00.000Z', action: 'transits.search', outcome: 'ok', count: 1, bytes: null },
  actor: { kind, id: null, name, group: null, level: null },
  ...{ from: { ip: null, client: null }, reason: null, hash: `hash${seq}`, detail: null },
});

const ENTRIES = [
  createEntry(3, 'retention', 'system'),
  createEntry(2, 'audit', 'user'),
  ...Array.from({ length: 30 }, (_, at) => createEntry(100 + at, 'una.persona.dal.nome.lungo@comune.example', 'user')),
];
const MERGED: MergedAudit = {
  ...mergeAuditPages([]),
  rows: ENTRIES.map((entry) => ({ source: 'c1', entry })),
  totals: {
    ...{ entries: 32, actions: [], others: { people: 0, actions: 0 } },
    people: [
      { name: 'retention', entries: 1 },
      { name: 'audit', entries: 1 },
    ],
  },
};

test('a day that cannot be read stops the search, and clearing the filters empties it', async () => {
  const asked = vi.fn<() => void>();
  await render(
    <TestProviders
      screen={() => (
        <AuditToolbar
          preset={{}}
          tools={{ filter: null, sources: new Map(), canUse: false, onPrint: vi.fn<() => void>() }}
          views={null}
          onAsk={asked}
        />
      )}
    />,
  );
  const until = page.getByRole('textbox', { name: 'Al', exact: true });
  await userEvent.fill(until, '45/13');
  await expect.element(page.getByText('Data non leggibile')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cerca' }));
  await expect.element(until).toHaveFocus();
  expect(asked).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Azzera' }));
  await expect.element(until).toHaveValue('');
  await expect.element(page.getByText('Data non leggibile')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Cerca' }));
  expect(asked).toHaveBeenCalledOnce();
});

const renderResults = () =>
  render(
    <TestProviders
      screen={() => (
        // As the frame of a screen on a phone: it scrolls as a whole.
        <div style={{ height: 600, overflow: 'auto' }}>
          <AuditResults
            merged={MERGED}
            sources={new Map([['c1', 'Cesena Cintura']])}
            onNarrow={vi.fn<() => void>()}
            onCase={vi.fn<() => void>()}
          />
        </div>
      )}
    />,
  );

test('a job of the server has a name in words; an account of the same name has not', async () => {
  await page.viewport(1440, 900);
  await renderResults();
  await expect.element(page.getByRole('row', { name: /server: scadenze/ }).first()).toBeVisible();
  const people = page.getByRole('table', { name: 'Per persona' });
  await expect.element(people.getByRole('row').nth(0)).toHaveTextContent('server: scadenze1');
  await expect.element(people.getByRole('row').nth(1)).toHaveTextContent('audit1');
});

test('on a phone the rows need no sideways scrolling, and an opened entry comes into sight', async () => {
  await page.viewport(390, 700);
  await renderResults();
  const grid = page.getByRole('grid', { name: 'Voci del registro' });
  await expect.element(grid).toBeVisible();
  expect(grid.element().getBoundingClientRect().width).toBeLessThanOrEqual(390);
  await userEvent.click(grid.getByRole('row').nth(1));
  const entry = page.getByRole('group', { name: 'Voce del registro' }).first();
  await expect.poll(() => entry.element().getBoundingClientRect().top).toBeLessThan(500);
});
