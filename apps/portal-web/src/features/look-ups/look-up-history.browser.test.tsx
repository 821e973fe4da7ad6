import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { LookUpHistoryScreen } from './LookUpHistoryScreen.tsx';

let token: string;
beforeEach(async () => {
  token = crypto.randomUUID();
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
  const plant = createPlantSession(1, token, 'Cesena Cintura', 6);
  if (plant.login === null) throw new Error('not signed in');
  const login = { ...plant.login, user: { ...plant.login.user, group: 'fdo carabinieri' } };
  usePlants.setState({ plants: new Map([['c1', { ...plant, login }]]) });
  await render(<TestProviders screen={() => <LookUpHistoryScreen />} />);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const fetchCalls = async () =>
  (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: Record<string, unknown> }[];
const table = page.getByRole('table', { name: 'Visure fatte' });

test('RTE-04 lists the last month with its cost, and opens a stored answer again', async () => {
  await expect.element(table.getByText('pagante')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Costi per mese' })).toMatchTextContent(/11\/2026.*1,62/);
  await userEvent.click(table.getByRole('button', { name: /^Apri la visura/ }));
  const dialog = page.getByRole('dialog', { name: 'Risposta conservata' });
  await expect.element(dialog.getByRole('region', { name: 'Assicurazione' })).toMatchTextContent(/Compagnia del Delta/);
});

test('a filter asks the plant again, for the list and for the cost', async () => {
  await expect.element(table.getByText('pagante')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: /^Targa, codice o numero/ }), 'gk5');
  await userEvent.click(page.getByRole('button', { name: 'Filtra' }));
  await expect
    .poll(async () =>
      (await fetchCalls()).filter(({ body }) => body['campo_ricerca__like'] === 'GK5').map(({ route }) => route),
    )
    .toEqual(expect.arrayContaining(['POST /api/visure_ministeriali/search', 'POST /api/visure_ministeriali/costs']));
});
