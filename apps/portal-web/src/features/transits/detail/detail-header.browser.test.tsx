import { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTransit } from '../../../../test/create-transit.ts';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { TRANSIT_ACTIONS } from '../../../app/transit-actions.ts';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { registerTransitActions } from '../../../lib/transit-actions/action-registry.ts';
import { DetailHeader } from './DetailHeader.tsx';

const TRANSIT = TransitDetail.parse({
  ...createTransit(7, { targa: 'GK508RB' }),
  processed_info: null,
  days: [],
  altri: [],
});

let unregister = (): void => undefined;
beforeEach(() => {
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, 't', 'Cesena Cintura', 8)]]), hasRun: true });
  unregister = registerTransitActions(TRANSIT_ACTIONS);
});
afterEach(() => {
  unregister();
  usePlants.setState({ plants: new Map(), hasRun: false });
});

async function drawHeader(width: number): Promise<void> {
  await page.viewport(width, 844);
  await render(
    <TestProviders
      screen={() => (
        <DetailHeader
          peerId={1}
          transitId={TRANSIT.id}
          transit={TRANSIT}
          plantLabel="Cesena Cintura"
          layout="page"
          onClose={() => undefined}
        />
      )}
    />,
  );
}

test('on a phone all actions are in one sheet, whole, and none that a phone cannot do', async () => {
  await drawHeader(390);
  const button = page.getByRole('button', { name: 'Azioni sul transito' });
  await userEvent.click(button);
  const sheet = page.getByRole('menu', { name: 'Azioni sul transito' });
  await expect.element(sheet).toBeVisible();
  const items = sheet.getByRole('menuitem').elements();
  const names = items.map(({ textContent }) => textContent);
  for (const name of ['Storico targa', 'Stesso varco, due minuti attorno', 'Inserisci in blacklist', 'Stampa'])
    expect(names.some((one) => one.startsWith(name))).toBe(true);
  expect(names.some((one) => one.includes('secondo schermo'))).toBe(false);
  const cut = items.filter((item) => {
    const label = item.querySelector('span') ?? item;
    return label.scrollWidth > label.clientWidth + 1 || label.getBoundingClientRect().right > 390;
  });
  expect(cut.map(({ textContent }) => textContent)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('a wide screen shows the actions themselves, the second screen among them', async () => {
  await drawHeader(1440);
  await expect.element(page.getByRole('button', { name: 'Dettaglio sul secondo schermo' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Azioni sul transito' }).elements()).toEqual([]);
});
