import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { InterforceRequests } from './InterforceRequests.tsx';
import { InterforceView } from './InterforceView.tsx';
import { BlacklistNotificationTable } from './BlacklistNotificationTable.tsx';

let token: string;
beforeEach(() => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', 8)]]) });
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const fetchCalls = async () =>
  (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: Record<string, unknown> }[];
const findRow = (name: RegExp) => page.getByRole('row', { name });

test('TPERM-14 one asks for the list and reads what was decided', async () => {
  await render(<TestProviders screen={() => <InterforceView />} />);
  const panel = page.getByRole('region', { name: 'La mia abilitazione' });
  await expect.element(panel).toMatchTextContent(/Non abilitato.*da bianchi: Manca il nulla osta/);
  await userEvent.click(panel.getByRole('button', { name: 'Chiedi la lista INTERFORZE' }));
  await expect.element(panel).toMatchTextContent(/In attesa.*Richiesta il 20\/11\/2026/);
  await expect.element(panel.getByRole('button', { name: 'Ritira la richiesta' })).toBeVisible();
});

test('PMGMT-04 a responsible enables who asked, with a word on how the person was verified, and never oneself', async () => {
  await render(<TestProviders screen={() => <InterforceView />} />);
  await expect.element(findRow(/^Luca Verdi \(verdi\)/)).toMatchTextContent(/In attesa/);
  await expect.element(page.getByRole('button', { name: 'Abilita rossi' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Togli neri' })).toBeEnabled();
  await userEvent.click(page.getByRole('button', { name: 'Abilita Luca Verdi (verdi)' }));
  const dialog = page.getByRole('dialog', { name: 'Abilita: Luca Verdi (verdi)' });
  await expect.element(dialog.getByRole('button', { name: 'Abilita' })).toBeDisabled();
  await userEvent.fill(dialog.getByLabelText('Come hai verificato la persona'), 'Tesserino 1234');
  await userEvent.click(dialog.getByRole('button', { name: 'Abilita' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(findRow(/^Luca Verdi \(verdi\)/)).toMatchTextContent(/Abilitato/);
  const decided = (await fetchCalls()).find(({ route }) => route === 'PUT /api/alert-people/8/interforze');
  expect(decided?.body).toEqual({ abilita: true, verifica: 'Tesserino 1234' });
});

test('PMGMT-05 outside of the command one looks and does not decide, and is told why', async () => {
  await render(<TestProviders screen={() => <InterforceRequests peerId={1} isInside={false} />} />);
  await expect.element(page.getByText(/si abilita solo da una postazione interna del comando/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Abilita Luca Verdi (verdi)' })).toBeDisabled();
});

test('TPERM-15 an administrator says whom blacklist alerts reach outside of the browser', async () => {
  await render(<TestProviders screen={() => <BlacklistNotificationTable peerId={1} />} />);
  const tells = page.getByRole('switch', { name: 'Avvisa verdi degli allarmi blacklist' });
  await expect.element(tells).not.toBeChecked();
  await userEvent.click(tells);
  await expect.element(tells).toBeChecked();
  await userEvent.fill(page.getByLabelText('Nome', { exact: true }), 'ver');
  await userEvent.click(page.getByRole('button', { name: 'Cerca' }));
  await expect
    .poll(async () => (await fetchCalls()).filter(({ route }) => route.endsWith('/search')).at(-1)?.body)
    .toMatchObject({ q: 'ver', p: 1 });
});
