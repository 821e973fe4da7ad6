import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Gate } from '@varco/contract/plant/gates.ts';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { pressAtOnce } from '../../../../test/immediate-events.ts';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { DEFAULT_FILTER, type SearchFilter } from '../search/search-filter.ts';
import { GATE_SYNC_MS, GateField } from './GateField.tsx';

const PLANT = {
  peerId: 1,
  credential: { label: 'Cesena Cintura' },
  login: null,
  peer: null,
} as unknown as PlantSession;
const buildGates = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, fullname: `V0${i + 1} Varco`, enabled_for_user: true }));

/** A query client that already holds the gates of the plant. */
function createClientWithGates(count: number): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(['gates', 1], { objects: buildGates(count) as unknown as Gate[] });
  return client;
}

function StatefulGateField(props: { seen: SearchFilter[]; gates?: number; chosen?: number }): ReactElement {
  const { gates = 5, chosen = 0 } = props;
  const [filter, setFilter] = useState<SearchFilter>({
    ...DEFAULT_FILTER,
    gates: Array.from({ length: chosen }, (_, i) => ({ peerId: 1, gateId: i + 1 })),
  });
  const [client] = useState(() => createClientWithGates(gates));
  const set = (next: SearchFilter): void => {
    props.seen.push(next);
    setFilter(next);
  };
  return (
    <QueryClientProvider client={client}>
      <GateField form={{ filter, changed: new Set(), set }} plants={[PLANT]} most={chosen + 3} />
    </QueryClientProvider>
  );
}

const getOption = (n: number) => page.getByRole('option', { name: `V0${n} Varco` });
const pickOption = (n: number) => userEvent.click(getOption(n));
afterEach(() => void vi.useRealTimers());

test('FLT-09 of at most three gates a fourth cannot be picked, and the field says so', async () => {
  const seen: SearchFilter[] = [];
  await render(<TestProviders screen={() => <StatefulGateField seen={seen} />} />);
  await userEvent.click(page.getByRole('combobox', { name: 'Varchi' }));
  const full = page.getByText('Massimo 3 varchi selezionabili').first();
  for (const n of [1, 2]) await pickOption(n);
  await expect.element(full).not.toBeInTheDocument();
  await pickOption(3);
  await expect.element(full).toBeVisible();
  await pickOption(4);
  await expect.poll(() => seen.at(-1)?.gates.map((gate) => gate.gateId)).toEqual([1, 2, 3]);
});

test('FLT-10 what was picked reaches the filter 100 ms after the last pick, once', async () => {
  const seen: SearchFilter[] = [];
  await render(<TestProviders screen={() => <StatefulGateField seen={seen} />} />);
  await userEvent.click(page.getByRole('combobox', { name: 'Varchi' }));
  await expect.element(page.getByRole('option', { name: 'V01 Varco' })).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pressAtOnce(getOption(1));
  await vi.advanceTimersByTimeAsync(GATE_SYNC_MS - 1);
  pressAtOnce(getOption(2));
  await vi.advanceTimersByTimeAsync(GATE_SYNC_MS - 1);
  expect(GATE_SYNC_MS).toBe(100);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.map((filter) => filter.gates.map((gate) => gate.gateId))).toEqual([[1, 2]]);
});

test('FLT-10 a picked gate is committed on blur: clicking "Cerca" within 100 ms searches with it', async () => {
  const seen: SearchFilter[] = [];
  await render(<TestProviders screen={() => <StatefulGateField seen={seen} />} />);
  const box = page.getByRole('combobox', { name: 'Varchi' });
  await userEvent.click(box);
  await expect.element(getOption(2)).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pressAtOnce(getOption(2));
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual([]);
  const input = box.element();
  if (input instanceof HTMLElement) input.blur();
  expect(seen.map((filter) => filter.gates.map((gate) => gate.gateId))).toEqual([[2]]);
  await vi.advanceTimersByTimeAsync(GATE_SYNC_MS);
  expect(seen).toHaveLength(1);
});

test('FLT-08 three hundred chosen gates scroll in their field and leave the other filters in sight', async () => {
  const seen: SearchFilter[] = [];
  await render(<TestProviders screen={() => <StatefulGateField seen={seen} gates={310} chosen={300} />} />);
  await expect.element(page.getByText('V0300 Varco')).toBeInTheDocument();
  const field = page.getByRole('combobox', { name: 'Varchi' });
  const list = field.element().closest('[class*="pillsList"]') ?? field.element();
  expect(list.getBoundingClientRect().height).toBeLessThan(120);
  await userEvent.fill(field, 'V0305');
  await pickOption(305);
  await expect.poll(() => seen.at(-1)?.gates).toHaveLength(301);
});
