import { TransitDetail } from '@varco/contract/plant/transit.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Around } from '../../../../test/around.tsx';
import { inventedTransit } from '../../../../test/invented-transit.ts';
import { plantSession } from '../../../../test/result-harness.tsx';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { OwnerBlock } from './OwnerBlock.tsx';

let token: string;
beforeEach(() => {
  token = crypto.randomUUID();
});
afterEach(() => usePlants.setState({ plants: new Map() }));

async function show(plate: string, level = 6): Promise<void> {
  usePlants.setState({ plants: new Map([['c1', plantSession(1, token, 'Cesena Cintura', level)]]) });
  const transit = TransitDetail.parse({
    ...inventedTransit(1, { targa: plate }),
    processed_info: null,
    days: [],
    altri: [],
  });
  await render(<Around screen={() => <OwnerBlock transit={transit} peerId={1} />} />);
}
const owner = page.getByRole('region', { name: 'Proprietario' });
const ask = owner.getByRole('button', { name: 'Cerca intestatario' });

test('DET-13 PLAPI-37 an owner known from look-ups of this plant: spinner, then the data', async () => {
  await show('GK508RB');
  await userEvent.click(ask);
  await expect.element(owner.getByText('Ricerca dell’intestatario in corso...')).toBeVisible();
  await expect.element(owner.getByText('Trasporti Gelsi srl')).toBeVisible();
  const [call] = (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: object }[];
  expect(call).toMatchObject({
    route: 'POST /api/visure_ministeriali/search',
    body: { search_sources: ['cache'], campo_ricerca: 'GK508RB', tipo_ricerca: 0, p: 1 },
  });
});

test.each(['ok', 'fail'])('DET-13 nothing known, or a plant that fails ("%s"): the same words', async (mode) => {
  await fetch(`/test-plant/${token}/${mode}`, { method: 'POST' });
  await show('AA000AA');
  await userEvent.click(ask);
  await expect.element(owner.getByText('Nessun dato trovato per questo transito')).toBeVisible();
  await expect.element(ask).toBeVisible();
});

test('without level 5 to 8 there, or without a whole plate, nothing is offered', async () => {
  await show('GK508RB', 4);
  await expect.poll(() => owner.elements().length).toBe(0);
});
