import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { HANDED_PLATE } from '../../../test/handover-responses.ts';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { dismissAll } from '../../lib/notices/notices.store.ts';
import { patchPlant, usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { HandoverBadge } from './HandoverBadge.tsx';
import { HandoverScreen } from './HandoverScreen.tsx';

const LABELS = ['Cesena Cintura', 'Forlì Centro'];
let tokens: readonly string[] = [];
const setMode = (at: number, mode: string): Promise<unknown> =>
  fetch(`/test-plant/${tokens[at]}/${mode}`, { method: 'POST' });
async function readCalls(at: number, route: string): Promise<readonly { body: Record<string, unknown> }[]> {
  const answer = await fetch(`/test-plant/${tokens[at]}`);
  const calls: readonly { route: string; body: Record<string, unknown> }[] = await answer.json();
  return calls.filter((call) => call.route === route);
}

async function renderScreen(modes: readonly [string, string]): Promise<void> {
  tokens = LABELS.map(() => crypto.randomUUID());
  for (const [at, mode] of modes.entries()) await setMode(at, mode);
  const plants = LABELS.map((label, at) => createPlantSession(at + 1, tokens[at] ?? '', label, 6));
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  await render(
    <TestProviders
      screen={() => (
        <>
          <HandoverBadge />
          <HandoverScreen />
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

const openTable = page.getByRole('table', { name: 'Aperto adesso' });
const dialog = page.getByRole('dialog', { name: 'Consegna il turno' });
const record = page.getByRole('dialog', { name: 'Consegna del turno' });

test('what is open on all plants, the own alerts first, with the note of the shift before', async () => {
  await renderScreen(['ok', 'ok']);
  await expect.element(openTable.getByText(/Volante 2/).first()).toBeVisible();
  await expect.poll(() => openTable.getByRole('row').all().length).toBe(5);
  const texts = openTable
    .getByRole('row')
    .all()
    .map((row) => row.element().textContent);
  expect(texts.map((text) => /passa con la firma.*«ripassa ogni notte»/.test(text))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(texts[3]).toContain('Telecamera muta');
});

test('a plant that does not answer is named in the summary and in what is sent', async () => {
  await renderScreen(['ok', 'fail']);
  await userEvent.fill(
    openTable.getByRole('textbox', { name: `Nota su Blacklist ${HANDED_PLATE}` }),
    'pattuglia avvisata',
  );
  await userEvent.click(page.getByRole('button', { name: 'Consegna il turno' }));
  await expect.element(dialog.getByText('Non rispondono, e la consegna lo dice: Forlì Centro.')).toBeVisible();
  await expect
    .element(dialog.getByText('2 voci aperte · 1 allarme tuo passa con la firma · 1 nota', { exact: true }))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Consegna', exact: true })).toBeDisabled();
  await userEvent.click(dialog.getByRole('combobox', { name: 'A chi' }));
  await userEvent.click(page.getByRole('option', { name: 'Sandro Bassi (s.bassi)' }));
  await userEvent.fill(dialog.getByLabelText('Nota generale'), 'tutto tranquillo');
  await userEvent.click(dialog.getByRole('button', { name: 'Consegna', exact: true }));
  await expect.element(page.getByText(/^La tua consegna a chi prende il turno/)).toBeVisible();
  // Until the signature it is still open.
  await expect.element(openTable.getByText(/Volante 2/)).toBeVisible();
  const [sent] = await readCalls(0, 'POST /api/handovers');
  expect(sent?.body).toMatchObject({
    a: '00000000-0000-4000-8000-0000000000c1',
    nota: 'tutto tranquillo',
    impianti: ['Cesena Cintura'],
    mancanti: ['Forlì Centro'],
    note: [{ tipo: 'alert', id: '7', nota: 'pattuglia avvisata' }],
  });
});

test('without an answer of any plant nothing is said to be open or not, and nothing can be handed over', async () => {
  await renderScreen(['fail', 'fail']);
  await expect.element(page.getByText('Nessun impianto ha risposto')).toBeVisible();
  expect(page.getByText(/^Nulla di aperto/).elements()).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: 'Consegna il turno' })).toBeDisabled();
});

test('a plant that is not connected is told apart from one in error, and the hand-over names it', async () => {
  await renderScreen(['ok', 'ok']);
  const off = [...usePlants.getState().plants.values()].find(({ peerId }) => peerId === 2);
  patchPlant(off?.credentialId ?? '', { state: 'bad', reason: 'unreachable', token: null, login: null });
  await expect.element(page.getByText('1 non collegato', { exact: true })).toBeVisible();
  await expect.element(page.getByText('elenco parziale')).toBeVisible();
  expect(page.getByText(/in errore/).elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Consegna il turno' }));
  await expect.element(dialog.getByText('Non rispondono, e la consegna lo dice: Forlì Centro.')).toBeVisible();
});

test('a plant that fails while handing over is named, and only it is repeated, with the same id', async () => {
  await renderScreen(['ok', 'ok']);
  await expect.element(openTable.getByRole('row').nth(4)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Consegna il turno' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'A chi' }));
  await userEvent.click(page.getByRole('option', { name: /^Chi prende il turno/ }));
  await setMode(1, 'fail');
  await userEvent.click(dialog.getByRole('button', { name: 'Consegna', exact: true }));
  await expect.element(dialog.getByText(/^Forlì Centro: /)).toBeVisible();
  await setMode(1, 'ok');
  await userEvent.click(dialog.getByRole('button', { name: 'Ripeti dove manca' }));
  await expect.element(page.getByText(/aspetta la firma su: Cesena Cintura, Forlì Centro/)).toBeVisible();
  const [first, second] = [await readCalls(0, 'POST /api/handovers'), await readCalls(1, 'POST /api/handovers')];
  expect([first.length, second.length]).toEqual([1, 2]);
  expect(new Set([...first, ...second].map(({ body }) => body['lotto'])).size).toBe(1);
});

test('the incoming person sees it, reads it, signs plant by plant, and sees what did not pass', async () => {
  await renderScreen(['to-sign', 'to-sign']);
  await expect.element(page.getByRole('button', { name: '1 consegna del turno da firmare' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Leggi e firma: Marta Ferri' }));
  await expect.element(record.getByText('turno tranquillo')).toBeVisible();
  const part = record.getByRole('region', { name: 'Voci su Forlì Centro' });
  await expect.element(part.getByRole('cell', { name: /^pattuglia avvisata/ })).toBeVisible();
  await setMode(1, 'fail');
  await userEvent.click(record.getByRole('button', { name: 'Ho letto e firmo' }));
  await expect.element(record.getByText(/^Forlì Centro: Errore/).first()).toBeVisible();
  await expect
    .element(record.getByText(/firmata da Sandro Bassi, .* 1 allarme passato · 1 ha già un altro in carico/))
    .toBeVisible();
  await setMode(1, 'to-sign');
  await userEvent.click(record.getByRole('button', { name: 'Firma dove manca' }));
  await expect.element(page.getByRole('button', { name: /da firmare$/ })).not.toBeInTheDocument();
  await expect.element(record.getByRole('button', { name: /firm/ })).not.toBeInTheDocument();
  const signed = await Promise.all(
    [0, 1].map((at) => readCalls(at, 'POST /api/handovers/00000000-0000-4000-8000-0000000000b1/sign')),
  );
  expect(signed.map((calls) => calls.length)).toEqual([1, 2]);
});

test('by keyboard: N hands over, typed letters and Enter choose the colleague, S opens the one to sign', async () => {
  await renderScreen(['to-sign', 'to-sign']);
  await expect.element(page.getByRole('button', { name: 'Consegna il turno' })).toBeEnabled();
  await userEvent.keyboard('n');
  const to = dialog.getByRole('combobox', { name: 'A chi' });
  await expect.element(to).toHaveFocus();
  await userEvent.keyboard('bassi');
  await expect.element(page.getByRole('option', { name: /Bassi/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(to).toHaveValue('Sandro Bassi (s.bassi)');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Leggi e firma/ })).toBeVisible();
  await userEvent.keyboard('s');
  await expect.element(record).toBeVisible();
});
