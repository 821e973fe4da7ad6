import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { createCredential, createPlant } from '../../../../test/plant-sessions.ts';
import { buildPlantLoginResponse } from '../../../../test/plant-responses.ts';
import { useNotices } from '../../../lib/notices/notices.store.ts';
import { NO_POPUPS, usePopups } from '../../../lib/notices/popup.store.ts';
import { type PlantSession, usePlants } from '../../../lib/plants/plant-store.ts';
import { TransitDetailScreen } from './TransitDetailScreen.tsx';

const UUID = '5a3c0000-0000-4000-8000-000000000016';
/** Number of requests for a transit that the plant received. */
const countTransitRequests = (): number =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/lpr/')).length;

beforeEach(() => {
  performance.clearResourceTimings();
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), {
    login: buildPlantLoginResponse('t', UUID),
  });
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
});
afterEach(() => usePlants.setState({ plants: new Map(), hasRun: false }));

const renderDetail = (transitId: string, onClose: () => void = () => undefined) =>
  render(
    <TestProviders
      screen={() => <TransitDetailScreen peerId={1} transitId={transitId} layout="page" onClose={onClose} />}
    />,
  );

test('DET-14 a response with status 500 clears the detail: no data, notification or dialog; it can be retried', async () => {
  await renderDetail('failing');
  const again = page.getByRole('button', { name: 'Riprova' });
  await expect.element(again).toBeVisible();
  expect(page.getByRole('region').elements()).toHaveLength(0);
  expect(useNotices.getState().list).toEqual([]);
  expect(usePopups.getState()).toEqual(NO_POPUPS);
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  const before = countTransitRequests();
  await userEvent.click(again);
  await expect.poll(countTransitRequests).toBe(before + 1);
});

const changePlant = (change: Partial<PlantSession>): void => {
  const [[id, plant] = []] = usePlants.getState().plants;
  if (id !== undefined && plant !== undefined) usePlants.setState({ plants: new Map([[id, { ...plant, ...change }]]) });
};

test('DET-14 what the plant said is in the place of the transit: a gate of others, a sign-in refused, a plant that is off', async () => {
  const first = await renderDetail('other-gate');
  await expect.element(page.getByText('Il varco non è tra quelli assegnati al tuo utente.')).toBeVisible();
  await first.unmount();
  changePlant({ state: 'bad', reason: 'credentials', token: null });
  const second = await renderDetail('signed-out');
  await expect.element(page.getByText(/: nome utente o password errati\. Correggi le credenziali/)).toBeVisible();
  await second.unmount();
  // Nothing listens there.
  changePlant({ origin: 'http://127.0.0.1:9' });
  await renderDetail('7');
  await expect.element(page.getByText(/: impianto non raggiungibile\.$/)).toBeVisible();
  expect(useNotices.getState().list).toEqual([]);
});

test('a transit that is gone says so, and Esc closes it', async () => {
  const onClose = vi.fn<() => void>();
  await renderDetail('gone', onClose);
  await expect.element(page.getByRole('heading', { name: 'Transito non trovato' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
