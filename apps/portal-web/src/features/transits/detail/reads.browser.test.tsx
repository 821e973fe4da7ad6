import { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTransit } from '../../../../test/create-transit.ts';
import { buildPlantLoginResponse } from '../../../../test/plant-responses.ts';
import { createCredential, createPlant } from '../../../../test/plant-sessions.ts';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { PlateBlock } from './PlateBlock.tsx';

const UUID = '5a3c0000-0000-4000-8000-000000000081';
const TOKEN = 'reads';

beforeEach(() => {
  const login = buildPlantLoginResponse(TOKEN, UUID);
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), { token: TOKEN, login });
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
});
afterEach(() => usePlants.setState({ plants: new Map(), hasRun: false }));

const renderBlock = (change: Partial<TransitDetail>, seed = 7) => {
  const transit = TransitDetail.parse({
    ...createTransit(seed, { targa: 'GK5O8RB', targa_corretta: 'GK508RB' }),
    ...{ id: String(seed), processed_info: null, days: [], altri: [] },
    ...change,
  });
  return render(<TestProviders screen={() => <PlateBlock transit={transit} peerId={1} plantLabel="Cesena" />} />);
};
const readCalls = async (): Promise<readonly { route: string }[]> => (await fetch(`/test-plant/${TOKEN}`)).json();
const countReadsCalls = async () => (await readCalls()).filter(({ route }) => route.endsWith('/reads')).length;
const link = (count: number) => page.getByRole('button', { name: `${count} letture` });

test('the reads behind a transit open by keyboard as a table and are fetched only then', async () => {
  await renderBlock({ n_letture: 3 });
  await expect.element(link(3)).toBeVisible();
  expect(await countReadsCalls()).toBe(0);
  (link(3).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Letture di questo transito' });
  const table = dialog.getByRole('table', { name: 'Letture di questo transito' });
  await expect.element(table).toBeVisible();
  const rows = [...table.element().querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').trim()),
  );
  expect(rows.map(([at, camera, , confidence, stage]) => [at, camera, confidence, stage])).toEqual([
    ['14:31:58,120', 'V03 fronte', '61,0\u00A0%', 'veicolo nuovoIn avvicinamento'],
    ['14:31:58,520inviata 2 volte', 'V03 fronte', '93,0\u00A0%', 'aggiornamentoIn avvicinamento'],
    ['14:31:59,004', 'telecamera non più nota', 'affidabilità non indicata', 'fase non indicataIn allontanamento'],
  ]);
  expect(rows.map((row) => row[5])).toEqual([
    'Prima lettura: ha creato il transito',
    'Stesso veicolo seguito dalla telecamera',
    'Stessa targa allo stesso varco entro 10 secondi, anche di un’altra telecamera (fronte e retro)',
  ]);
  expect(rows.map((row) => row[6])).toEqual(['nessuna foto', '', 'foto non conservata: il transito ne aveva già']);
  expect(await countReadsCalls()).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(link(3)).toHaveFocus();
});

test('both plates of a corrected transit are drawn, the differing character is marked, and only the one in use says so', async () => {
  await renderBlock({ n_letture: 3 });
  await userEvent.click(link(3));
  const rows = page.getByRole('dialog').getByRole('row');
  await expect.element(rows.nth(1).getByRole('img', { name: /GK5O8RB/ })).toBeVisible();
  await expect.element(rows.nth(2).getByRole('img', { name: /GK508RB/ })).toBeVisible();
  await expect.element(rows.nth(1).getByText('targa del transito, poi sostituita')).toBeVisible();
  await expect.element(rows.nth(2).getByText('targa del transito', { exact: true })).toBeVisible();
  const marked = [...document.querySelectorAll('[role="dialog"] mark')];
  expect(marked.map((one) => [one.textContent, one.getAttribute('title')])).toEqual([['O', 'Diverso da GK508RB']]);
});

test.each([[0], [1], [undefined]])('a single read has no line about reads (%s)', async (count) => {
  await renderBlock(count === undefined ? {} : { n_letture: count });
  await expect.element(page.getByText('Varco', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Letture')).not.toBeInTheDocument();
});

test('a plant that cannot answer is said in the dialog, where it can be tried again', async () => {
  await renderBlock({ n_letture: 2 }, 8);
  await userEvent.click(link(2));
  const again = page.getByRole('dialog').getByRole('button', { name: 'Riprova' });
  await expect.element(again).toBeVisible();
  const before = await countReadsCalls();
  await userEvent.click(again);
  await expect.poll(countReadsCalls).toBeGreaterThan(before);
});
