import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Around } from '../../../../test/around.tsx';
import { plantLoginAnswer } from '../../../../test/plant-answers.ts';
import { useNotices } from '../../../lib/notices/notices.store.ts';
import { NO_POPUPS, usePopups } from '../../../lib/notices/popup.store.ts';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { TransitDetailScreen } from './TransitDetailScreen.tsx';

const UUID = '5a3c0000-0000-4000-8000-000000000016';
/** Number of requests for a transit that the plant received. */
const asked = (): number =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/lpr/')).length;

beforeEach(() => {
  performance.clearResourceTimings();
  const credential = {
    url: location.origin,
    label: 'Cesena',
    username: 'rossi',
    password: 'x',
    enabled: true,
    uuid: UUID,
    pin: null,
    rev: 1,
  };
  const plant = {
    credentialId: 'c1',
    peerId: 1,
    origin: location.origin,
    credential,
    peer: null,
    addressConflict: null,
    state: 'ok' as const,
    reason: null,
    wasVerified: true,
    token: 't',
    login: plantLoginAnswer('t', UUID),
  };
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
});
afterEach(() => usePlants.setState({ plants: new Map(), hasRun: false }));

const open = (transitId: string, onClose: () => void = () => undefined) =>
  render(
    <Around screen={() => <TransitDetailScreen peerId={1} transitId={transitId} layout="page" onClose={onClose} />} />,
  );

test('DET-14 a response with status 500 clears the detail: no data, notification or dialog; it can be retried', async () => {
  await open('failing');
  const again = page.getByRole('button', { name: 'Riprova' });
  await expect.element(again).toBeVisible();
  expect(page.getByRole('region').elements()).toHaveLength(0);
  expect(useNotices.getState().list).toEqual([]);
  expect(usePopups.getState()).toEqual(NO_POPUPS);
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  const before = asked();
  await userEvent.click(again);
  await expect.poll(asked).toBe(before + 1);
});

test('a transit that is gone says so, and Esc closes it', async () => {
  const onClose = vi.fn<() => void>();
  await open('gone', onClose);
  await expect.element(page.getByRole('heading', { name: 'Transito non trovato' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
