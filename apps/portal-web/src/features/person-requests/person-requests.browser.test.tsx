import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { dismissAll } from '../../lib/notices/notices.store.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { PersonRequestBadge } from './PersonRequestBadge.tsx';
import { PersonRequestsScreen } from './PersonRequestsScreen.tsx';

const LABELS = ['Cesena Cintura', 'Forlì Centro'];
let tokens: readonly string[] = [];
const setMode = (at: number, mode: string): Promise<unknown> =>
  fetch(`/test-plant/${tokens[at]}/${mode}`, { method: 'POST' });
async function readCalls(at: number, end: string): Promise<readonly { body: Record<string, unknown> }[]> {
  const answer = await fetch(`/test-plant/${tokens[at]}`);
  const calls: readonly { route: string; body: Record<string, unknown> }[] = await answer.json();
  return calls.filter(({ route }) => route.startsWith('POST ') && route.endsWith(end));
}

async function renderScreen(handles = true, mode = 'ok'): Promise<void> {
  tokens = LABELS.map(() => crypto.randomUUID());
  for (const at of LABELS.keys()) await setMode(at, mode);
  const plants = LABELS.map((label, at) => {
    const plant = createPlantSession(at + 1, tokens[at] ?? '', label, 3);
    const { login } = plant;
    return login === null
      ? plant
      : { ...plant, login: { ...login, user: { ...login.user, handles_requests: handles } } };
  });
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  await render(
    <TestProviders
      screen={() => (
        <>
          <PersonRequestBadge />
          <PersonRequestsScreen />
        </>
      )}
    />,
  );
}

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => {
  usePlants.setState({ plants: new Map() });
  dismissAll();
});

const record = page.getByRole('dialog', { name: 'Richiesta Prot. 12/2026' });

test('an overdue request stands once for both plants, and the badge counts it once', async () => {
  await renderScreen();
  const table = page.getByRole('table', { name: 'Da evadere' });
  await expect.element(table.getByText(/scaduta da/)).toBeVisible();
  await expect.element(table.getByText('Cesena Cintura: aperta')).toBeVisible();
  await expect.element(table.getByText('Forlì Centro: aperta')).toBeVisible();
  expect(table.getByRole('button', { name: /^Apri/ }).all()).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: '1 richiesta di interessati in scadenza' })).toBeVisible();
});

test('nothing can be searched before identity is proven; then it is erased only with the number that was found', async () => {
  await renderScreen();
  await userEvent.click(page.getByRole('button', { name: 'Apri: Prot. 12/2026' }));
  await expect.element(record.getByText(/non ancora provata/)).toBeVisible();
  await expect.element(record.getByRole('button', { name: 'Cerca sugli impianti' })).not.toBeInTheDocument();
  await userEvent.fill(record.getByLabelText('Come è stata provata l’identità'), 'carta di identità');
  await userEvent.click(record.getByRole('button', { name: 'Identità provata' }));
  await userEvent.click(record.getByRole('button', { name: 'Cerca sugli impianti' }));
  const found = record.getByRole('table', { name: 'Trovato su Cesena Cintura' });
  await expect.element(found.getByRole('row', { name: /Voci di lista blacklist 1 da valutare a mano/ })).toBeVisible();
  await expect.element(record.getByRole('table', { name: 'Transiti su Forlì Centro' })).toBeVisible();

  await userEvent.click(record.getByRole('button', { name: 'Cancella i dati trovati' }));
  const erase = page.getByRole('dialog', { name: 'Cancellazione definitiva' });
  const confirm = erase.getByRole('button', { name: 'Cancella per sempre' });
  await expect.element(confirm).toBeDisabled();
  await userEvent.fill(erase.getByLabelText(/^Scrivi il numero totale/), '3');
  await expect.element(confirm).toBeDisabled();
  await userEvent.fill(erase.getByLabelText(/^Scrivi il numero totale/), '4');
  await userEvent.click(confirm);
  await expect.element(record.getByText('Transiti cancellati: 2; trattenuti da un blocco: 0').first()).toBeVisible();
  expect(await Promise.all([0, 1].map((at) => readCalls(at, '/erase')))).toMatchObject([
    [{ body: { transiti: 2 } }],
    [{ body: { transiti: 2 } }],
  ]);
});

test('a restriction is carried out with the number that was found, and lifted only after the person was informed', async () => {
  await renderScreen(true, 'to-restrict');
  await userEvent.click(page.getByRole('button', { name: 'Apri: Prot. 12/2026' }));
  await userEvent.fill(record.getByLabelText('Come è stata provata l’identità'), 'carta di identità');
  await userEvent.click(record.getByRole('button', { name: 'Identità provata' }));
  await expect.element(record.getByText(/Le letture che arrivano dopo non sono comprese/)).toBeVisible();
  await userEvent.click(record.getByRole('button', { name: 'Cerca sugli impianti' }));
  await userEvent.click(record.getByRole('button', { name: 'Limita i dati trovati' }));
  const restrict = page.getByRole('dialog', { name: 'Limitazione del trattamento' });
  await userEvent.fill(restrict.getByLabelText(/^Scrivi il numero totale/), '4');
  await userEvent.click(restrict.getByRole('button', { name: 'Limita', exact: true }));
  const cesena = record.getByRole('region', { name: 'Limitazione su Cesena Cintura' });
  await expect.element(cesena.getByText(/^Transiti limitati: 2, da Elena Prova.*per un blocco: 1$/)).toBeVisible();
  await expect.element(cesena.getByText(/^Limitati adesso: 2 transiti/)).toBeVisible();
  await expect
    .element(record.getByRole('row', { name: /^Transiti limitati da una richiesta 2, dal/ }).first())
    .toBeVisible();
  await expect.element(record.getByRole('button', { name: 'Limita i dati trovati' })).not.toBeInTheDocument();

  await expect.element(record.getByRole('button', { name: 'Revoca la limitazione' })).not.toBeInTheDocument();
  await userEvent.fill(record.getByLabelText('Perché si revoca'), 'dati verificati');
  await userEvent.click(record.getByRole('button', { name: 'Registra il preavviso' }));
  await expect
    .element(record.getByRole('button', { name: 'Stampa la lettera sulla fine della limitazione: Forlì Centro' }))
    .toBeVisible();
  await userEvent.click(record.getByRole('button', { name: 'Revoca la limitazione' }));
  const lift = page.getByRole('dialog', { name: 'Revoca della limitazione' });
  await userEvent.fill(lift.getByLabelText('Scrivi il numero totale per confermare: 4'), '4');
  await userEvent.click(lift.getByRole('button', { name: 'Revoca', exact: true }));
  await expect.element(cesena.getByText(/^Revocata da Elena Prova.*transiti tornati: 2$/)).toBeVisible();
  await expect.element(record.getByRole('button', { name: 'Cancella i dati limitati' })).not.toBeInTheDocument();
  expect(await Promise.all([0, 1].map((at) => readCalls(at, '/lift')))).toMatchObject([
    [{ body: { transiti: 2 } }],
    [{ body: { transiti: 2 } }],
  ]);
});

test('a refusal needs its ground', async () => {
  await renderScreen();
  await userEvent.click(page.getByRole('button', { name: 'Apri: Prot. 12/2026' }));
  await userEvent.click(record.getByRole('button', { name: 'Chiudi la richiesta' }));
  const finish = page.getByRole('dialog', { name: 'Chiudi la richiesta' });
  const send = finish.getByRole('button', { name: 'Chiudi la richiesta' });
  await expect.element(send).toBeDisabled();
  await userEvent.click(finish.getByRole('combobox', { name: 'Motivo del rifiuto' }));
  await userEvent.click(page.getByRole('option', { name: 'Identità non provata (art. 12, par. 6)' }));
  await userEvent.click(send);
  await expect
    .poll(() => readCalls(1, '/end'))
    .toMatchObject([{ body: { stato: 'refused', motivo_rifiuto: 'identity' } }]);
});

test('without the task on any plant the page says so', async () => {
  await renderScreen(false);
  await expect.element(page.getByText('Nessun impianto ti affida le richieste')).toBeVisible();
});
