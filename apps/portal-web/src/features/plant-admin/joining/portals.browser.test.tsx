import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../../lib/translate.ts';
import { PortalsScreen } from './PortalsScreen.tsx';

let token: string;
const signIn = (level: number): void =>
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', level)]]) });
beforeEach(() => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  signIn(8);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const findLastCall = async (route: string) => {
  const calls = (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: unknown }[];
  return calls.findLast((call) => call.route === route);
};

test('PLANT-12 the page shows the fingerprint of the plant, its portals, and whether each code is still open', async () => {
  await render(<TestProviders screen={() => <PortalsScreen />} />);
  await expect.element(page.getByText('0A1B 2C3D 4E5F 6071 8293 A4B5 C6D7 E8F9')).toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /^https:\/\/portale\.example/ }))
    .toMatchTextContent(/collegato.*9F8E 7D6C.*rossi.*portale non raggiunto/);
  await expect
    .element(page.getByRole('row', { name: /vecchio\.example/ }))
    .toMatchTextContent(/sostituito.*nessuno ancora/);
  await expect
    .element(page.getByRole('row', { name: /verdi.*aperto/ }))
    .toMatchTextContent(/https:\/\/portale\.example, 9F8E 7D6C/);
  await expect.element(page.getByRole('row', { name: /scaduto/ })).toMatchTextContent(/solo https:\/\/altro\.example/);
});

test('PLANT-12 a code is made for some hours and one portal, and shown once as text and as QR', async () => {
  await render(<TestProviders screen={() => <PortalsScreen />} />);
  await userEvent.click(page.getByRole('button', { name: 'Nuovo codice' }));
  const dialog = page.getByRole('dialog', { name: 'Nuovo codice di collegamento di Cesena Cintura' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Solo per il portale' }), 'portale');
  await expect.element(dialog.getByRole('button', { name: 'Crea il codice' })).toBeDisabled();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Solo per il portale' }), 'https://portale.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Crea il codice' }));
  const made = page.getByRole('dialog', { name: 'Codice di collegamento', exact: true });
  await expect.element(made.getByText('VARCO-0123456-789ABCD')).toBeVisible();
  await expect.element(made.getByRole('img', { name: 'Codice di collegamento come QR' })).toBeVisible();
  expect((await findLastCall('POST /api/joining/codes'))?.body).toEqual({
    hours: 24,
    portal: 'https://portale.example',
  });
  await userEvent.click(made.getByRole('button', { name: 'Fatto' }));
  await expect.element(page.getByText('VARCO-0123456-789ABCD')).not.toBeInTheDocument();
});

test('PLANT-12 a portal and an open code are revoked after a question', async () => {
  await render(<TestProviders screen={() => <PortalsScreen />} />);
  const act = async (row: RegExp, item: string): Promise<void> => {
    await userEvent.click(page.getByRole('row', { name: row }).getByRole('button', { name: 'Azioni' }));
    await userEvent.click(page.getByRole('menuitem', { name: item }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: item }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  };
  await act(/^https:\/\/portale\.example/, 'Revoca il portale');
  await expect.poll(() => findLastCall('DELETE /api/joining/portals/1')).toBeDefined();
  await act(/verdi.*aperto/, 'Revoca il codice');
  await expect.poll(() => findLastCall('DELETE /api/joining/codes/6')).toBeDefined();
});

test('without level 8 one is told who joins portals', async () => {
  signIn(7);
  await render(<TestProviders screen={() => <PortalsScreen />} />);
  await expect.element(page.getByText(/livello 8 o superiore/)).toBeVisible();
});
