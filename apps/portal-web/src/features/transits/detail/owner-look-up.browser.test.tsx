import { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { createTransit } from '../../../../test/create-transit.ts';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { OwnerBlock } from './OwnerBlock.tsx';

let token: string;
beforeEach(() => {
  token = crypto.randomUUID();
});
afterEach(() => usePlants.setState({ plants: new Map() }));

async function renderOwnerBlock(plate: string, level = 6): Promise<void> {
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', level)]]) });
  const transit = TransitDetail.parse({
    ...createTransit(1, { targa: plate }),
    processed_info: null,
    days: [],
    altri: [],
  });
  await render(<TestProviders screen={() => <OwnerBlock transit={transit} peerId={1} />} />);
}
const owner = page.getByRole('region', { name: 'Proprietario' });
const requestButton = owner.getByRole('button', { name: 'Cerca intestatario' });

test('DET-13 PLAPI-37 an owner known from look-ups of this plant: spinner, then the data', async () => {
  await renderOwnerBlock('GK508RB');
  await userEvent.click(requestButton);
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
  await renderOwnerBlock('AA000AA');
  await userEvent.click(requestButton);
  await expect.element(owner.getByText('Nessun dato trovato per questo transito')).toBeVisible();
  await expect.element(requestButton).toBeVisible();
});

test('without level 5 to 8 there, or without a whole plate, nothing is offered', async () => {
  await renderOwnerBlock('GK508RB', 4);
  await expect.poll(() => owner.elements().length).toBe(0);
});
