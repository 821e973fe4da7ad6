import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTestAlert } from '../../../test/alert-responses.ts';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { addAlert, clearAlerts, showAlert, toggleFeed, toReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { AlertFeed } from './AlertFeed.tsx';

let token: string;
beforeEach(async () => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', 5)]]), hasRun: true });
  for (const id of [1, 2, 3]) addAlert(toReceivedAlert(1, createTestAlert(id, 'blacklist')));
  toggleFeed();
  await render(<TestProviders screen={() => <AlertFeed />} />);
});
afterEach(() => {
  clearAlerts();
  usePlants.setState({ plants: new Map(), hasRun: false });
});

const card = page.getByRole('article', { name: 'Allarme Blacklist' });
const fetchCalls = async () =>
  ((await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: Record<string, unknown> }[]).filter(
    ({ route }) => /\/(?:take|verify|send|outcome)$/.test(route),
  );
const routes = async () => (await fetchCalls()).map(({ route }) => route.replace('POST /api/alerts/', ''));

test('an alert is taken, compared, a patrol sent and the hit confirmed without the mouse', async () => {
  showAlert('1 3');
  await expect.element(card.getByRole('img', { name: /ZA003AA/ })).toBeVisible();
  await expect.element(card).toHaveFocus();
  await expect.element(card.getByText(/Per inviare una pattuglia prima confronta/)).toBeVisible();
  await userEvent.keyboard('t');
  await expect.element(card.getByText(/^In carico a te/)).toBeVisible();
  // Nothing to type into yet.
  await userEvent.keyboard('p');
  await userEvent.keyboard('v');
  await expect.element(card.getByText(/^Targa verificata da rossi/)).toBeVisible();
  await userEvent.keyboard('p');
  await expect.element(card.getByRole('textbox', { name: 'Pattuglia' })).toHaveFocus();
  // Letters of the name are no keys.
  await userEvent.keyboard('Volante 3, tomo{Enter}');
  await expect.element(card.getByText(/^Pattuglia Volante 3: inviata da rossi/)).toBeVisible();
  expect(await routes()).toEqual(['3/take', '3/verify', '3/send']);
  expect((await fetchCalls()).at(-1)?.body).toEqual({
    decisione: expect.any(String),
    visto: null,
    pattuglia: 'Volante 3, tomo',
  });
});

test('J and K walk through the latest alerts; M and O end one, once', async () => {
  showAlert('1 3');
  await expect.element(card).toHaveFocus();
  await userEvent.keyboard('k');
  await userEvent.keyboard('m');
  await expect.element(card.getByText(/^Confermato: rossi/)).toBeVisible();
  // It has an outcome: a key does not replace it.
  await userEvent.keyboard('o');
  await userEvent.keyboard('j');
  await expect.element(card.getByRole('img', { name: /ZA002AA/ })).toBeVisible();
  await userEvent.keyboard('o');
  await expect.element(card.getByText(/rossi, 14:05:00/)).toBeVisible();
  await userEvent.keyboard('jjj');
  await expect.element(card.getByRole('img', { name: /ZA001AA/ })).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(card.getByRole('textbox', { name: 'Nota' })).toHaveFocus();
  await userEvent.keyboard('mo');
  const calls = await fetchCalls();
  expect(calls.map(({ route, body }) => [route.replace('POST /api/alerts/', ''), body])).toEqual([
    ['3/outcome', { decisione: expect.any(String), visto: null, esito: 'misread', nota: '' }],
    ['2/outcome', { decisione: expect.any(String), visto: null, esito: 'other_vehicle', nota: '' }],
  ]);
});

test('a hit cannot be confirmed before the comparison', async () => {
  showAlert('1 1');
  await userEvent.click(card.getByRole('combobox', { name: 'Esito' }));
  await expect
    .element(page.getByRole('option', { name: 'Confermato (prima verifica la targa)' }))
    .toHaveAttribute('data-combobox-disabled');
});

test('a decision does not wait for the answer to the take before it', async () => {
  showAlert('1 2');
  await expect.element(card).toHaveFocus();
  await fetch(`/test-plant/${token}/hold`, { method: 'POST' });
  await userEvent.keyboard('t');
  await expect.poll(routes).toEqual(['2/take']);
  await userEvent.keyboard('v');
  await expect.poll(routes).toEqual(['2/take', '2/verify']);
  await fetch(`/test-plant/${token}/ok`, { method: 'POST' });
  await expect.element(card.getByText(/^In carico a te/)).toBeVisible();
  await expect.element(card.getByText(/^Targa verificata da rossi/)).toBeVisible();
});

test('an alert of a colleague is taken over with Shift and T, not with one letter', async () => {
  addAlert(toReceivedAlert(1, { ...createTestAlert(4, 'blacklist'), in_carico_a: 'bianchi' }));
  showAlert('1 4');
  await expect.element(card).toHaveFocus();
  await userEvent.keyboard('t');
  await userEvent.keyboard('{Shift>}t{/Shift}');
  await expect.element(card.getByText(/^In carico a te/)).toBeVisible();
  expect((await fetchCalls()).map(({ route, body }) => [route.replace('POST /api/alerts/', ''), body])).toEqual([
    ['4/take', { anche_se_di_altri: true }],
  ]);
});
