import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { IMPORT_SUMMARY } from '../../../../test/import-responses.ts';
import { createPortalUser } from '../../../../test/portal-user.ts';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { bindTranslator } from '../../../lib/translate.ts';
import { getImportController } from './import-controller.ts';
import { ImportScreen } from './ImportScreen.tsx';

let token: string;
const signIn = (level: number): void =>
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', level)]]) });
beforeEach(() => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  signIn(8);
});
afterEach(() => {
  getImportController(1).close();
  usePlants.setState({ plants: new Map() });
});

const fetchCalls = async () =>
  (await (await fetch(`/test-plant/${token}`)).json()) as { route: string; body: Record<string, unknown> }[];
const choose = async (text: string | Uint8Array<ArrayBuffer>, name = 'strade.csv'): Promise<void> => {
  await expect.element(page.getByRole('button', { name: 'Scegli il file' })).toBeVisible();
  getImportController(1).choose(new File([text], name));
};
const take = async (column: string, meaning: string): Promise<void> => {
  await userEvent.click(page.getByRole('combobox', { name: `Che cosa è la colonna ${column}` }));
  await userEvent.click(page.getByRole('option', { name: meaning, exact: true }));
};

const FILE = [
  'Nr;VRM_x;Quando;Dove;Vicino',
  '1;OD001DD;10/07/2026 - 16:30:51;T1;x',
  '2;OD002DD;13/07/2026 - 16:31:00;Porta Fiume;y',
  '3;OD003DD;boh;T1;z',
].join('\n');

test('columns are corrected by hand, the preview follows, and the plant is sent what was chosen', async () => {
  await render(<TestProviders screen={() => <ImportScreen />} />);
  await choose(FILE);
  await expect.element(page.getByText(/Nessuna colonna sembra la targa/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Controlla tutto il file' })).toBeDisabled();
  await take('VRM_x', 'targa');
  await expect.element(page.getByText(/Nessuna colonna sembra data e ora/)).toBeVisible();
  await take('Quando', 'data e ora');
  await take('Vicino', 'varco');
  // A meaning has one column: the former one is unused again.
  await take('Dove', 'varco');
  await expect.element(page.getByRole('combobox', { name: 'Che cosa è la colonna Vicino' })).toHaveValue('non usata');
  const preview = page.getByRole('table', { name: 'Le prime righe, come diventerebbero' });
  await expect
    .element(preview.getByRole('row', { name: /^2 OD001DD/ }))
    .toMatchTextContent(/10\/07\/2026 16:30:51.*T1/);
  await expect.element(preview.getByText('rifiutata: data o ora illeggibile o inesistente')).toBeVisible();
  await expect.element(page.getByText(/Un varco del file non è dell’impianto/)).toBeVisible();
  await userEvent.click(page.getByRole('checkbox', { name: 'Crea i varchi che l’impianto non ha (1)' }));
  await userEvent.click(page.getByRole('button', { name: 'Controlla tutto il file' }));
  await expect.element(page.getByText('Controllo finito')).toBeVisible();
  await expect
    .element(page.getByRole('table', { name: 'Rifiutate' }).getByRole('row', { name: 'nel futuro 1' }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Importa una riga' })).toBeVisible();
  const calls = await fetchCalls();
  expect(calls.find(({ route }) => route === 'POST /api/imports')?.body).toMatchObject({
    label: 'strade.csv',
    create_gates: true,
    form: {
      delimiter: ';',
      columns: [
        { meaning: 'plate', column: 1 },
        { meaning: 'time', column: 2 },
        { meaning: 'gate', column: 3 },
      ],
      time_format: 'dmy',
      zone: 'Europe/Rome',
    },
  });
  expect(calls.find(({ route }) => route.endsWith('/reads'))?.body).toMatchObject({
    reads: [
      { line: 2, targa: 'OD001DD', data: '2026-07-10T14:30:51.000Z', varco: 'T1' },
      { line: 3, targa: 'OD002DD', varco: 'Porta Fiume' },
    ],
  });
});

test('a workbook, an empty file and open quotes are named in plain words', async () => {
  await render(<TestProviders screen={() => <ImportScreen />} />);
  await choose(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), 'letture.csv');
  await expect.element(page.getByText(/un archivio ZIP o una cartella di lavoro XLSX/)).toBeVisible();
  await choose('');
  await expect.element(page.getByText('Il file è vuoto.')).toBeVisible();
  getImportController(1).close();
  await choose(`targa;data;varco\nAB123CD;2026-07-10 10:00;T1\n"AB124CD;${'x;y\n'.repeat(30_000)}`);
  await expect.element(page.getByText(/non è un CSV leggibile alla riga/)).toBeVisible();
});

test('while the plant stores the lines the page says how far it is; a plant that does not tell is waited for', async () => {
  await render(<TestProviders screen={() => <ImportScreen />} />);
  const { store } = getImportController(1);
  const bar = page.getByRole('progressbar', { name: 'Registrazione' });
  const text = page.getByText(/L’impianto registra le righe, tutte insieme/);
  store.setState({ step: 'storing', summary: null });
  await expect.element(text).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
  store.setState({ summary: { ...IMPORT_SUMMARY, state: 'committing', staged: 12_000, done: 3_000 } });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
  await expect.element(page.getByText(/^3\.?000 righe di 12\.?000$/)).toBeVisible();
  // Lines that are there already count as gone through.
  store.setState({ summary: { ...IMPORT_SUMMARY, state: 'committing', staged: 12_000, done: 15_000 } });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '100');
  store.setState({ summary: { ...IMPORT_SUMMARY, state: 'committing', staged: 12_000 } });
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(text).toBeVisible();
});

test('a person below level 8 is not offered to import', async () => {
  signIn(5);
  await render(<TestProviders screen={() => <ImportScreen />} />);
  await expect.element(page.getByText(/I file li importa chi su un impianto ha il livello 8/)).toBeVisible();
});

test('the file of a person is gone when another one signs in without a reload', async () => {
  useSession.setState({ user: createPortalUser({ uuid: '00000000-0000-4000-8000-000000000001' }) });
  await render(<TestProviders screen={() => <ImportScreen />} />);
  await choose(FILE);
  await expect.element(page.getByText('strade.csv')).toBeVisible();
  useSession.setState({ user: createPortalUser({ uuid: '00000000-0000-4000-8000-000000000002' }) });
  await expect.element(page.getByRole('button', { name: 'Scegli il file' })).toBeVisible();
  await expect.element(page.getByText('strade.csv')).not.toBeInTheDocument();
  useSession.setState(useSession.getInitialState());
});
