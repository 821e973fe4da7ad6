import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import * as api from '@varco/contract/plant/server-keys.ts';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { bindTranslator } from '../../lib/translate.ts';
import type { KeyServer } from './key-server.ts';
import { ServerKeysPanel } from './ServerKeysPanel.tsx';

const SERVER: KeyServer = {
  kind: 'plant',
  name: 'Cesena Cintura',
  queryKey: ['server-keys', 1],
  read: (signal) => callPeer(1, api.listServerKeys, {}, { signal }),
  add: (name) => callPeer(1, api.addServerKey, { body: { name } }),
  retire: (name, kid) => callPeer(1, api.retireServerKey, { body: { name, kid } }),
};

let token: string;
beforeEach(() => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', 8)]]) });
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const findLastCall = async (route: string) => {
  const calls = (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: unknown }[];
  return calls.findLast((call) => call.route === route);
};
const open = () => render(<TestProviders screen={() => <ServerKeysPanel server={SERVER} />} />);
const row = (name: RegExp) => page.getByRole('row', { name });
const dialog = page.getByRole('dialog');

test('each key says what it is for, its state, who made it, and what a retirement waits for', async () => {
  await open();
  await expect
    .element(row(/^Del server.*entra in uso/))
    .toMatchTextContent(/esportazioni.*0A1B 2C3D.*Creata da rossi il 20\/11\/2026 13:00/);
  await expect
    .element(row(/^Del server.*precedente, vale ancora/))
    .toMatchTextContent(
      /un minuto.*portale\.example conosce ancora la precedente.*vecchio\.example non dice.*9F8E 7D6C/,
    );
  await expect.element(row(/^Del registro.*vale ancora/)).toMatchTextContent(/Si può ritirare/);
  await expect.element(row(/^Di testimone.*firma/)).toMatchTextContent(/Creata dal server il/);
  await expect.element(page.getByRole('button', { name: 'Ritira la precedente: Del server' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Nuova chiave: Del server' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Mostra 1 chiave ritirata' }));
  await expect.element(row(/^Di testimone.*ritirata/)).toMatchTextContent(/non leggibile.*Ritirata il/);
});

test('a retirement names the key and what stops working, and shows the keys after it', async () => {
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Ritira la precedente: Del registro' }));
  await expect.element(dialog).toMatchTextContent(/Cesena Cintura.*9F8E 7D6C.*non riconosce le firme nuove/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLastCall('POST /api/server-keys/retire')).toBeUndefined();
  await userEvent.click(page.getByRole('button', { name: 'Ritira la precedente: Del registro' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ritira la chiave' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await findLastCall('POST /api/server-keys/retire'))?.body).toEqual({ name: 'log', kid: 'f'.repeat(43) });
  await expect.element(page.getByRole('button', { name: 'Nuova chiave: Del registro' })).toBeEnabled();
});

test('a new key is made after saying what has to follow; a refusal is said in words', async () => {
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Nuova chiave: Di testimone' }));
  await expect.element(dialog).toMatchTextContent(/nasce sul server.*la ricevono dal portale/);
  await userEvent.click(dialog.getByRole('button', { name: 'Crea la chiave' }));
  await expect.element(dialog.getByText(/ritirala prima di crearne un’altra/)).toBeVisible();
  expect((await findLastCall('POST /api/server-keys'))?.body).toEqual({ name: 'witness' });
});
