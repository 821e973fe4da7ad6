import { useQuery } from '@tanstack/react-query';
import { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { listTransitNotes } from '@varco/contract/plant/transit-notes.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTransit } from '../../../../test/create-transit.ts';
import { createNote } from '../../../../test/create-note.ts';
import { buildPlantLoginResponse } from '../../../../test/plant-responses.ts';
import { createCredential, createPlant } from '../../../../test/plant-sessions.ts';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { setReason, useReason } from '../../../lib/case/reason.ts';
import { closeNoteDialog, useNoteDialog } from '../../../lib/note-dialog.store.ts';
import { createPlantQuery } from '../../../lib/plants/plant-queries.ts';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { NotesPanel } from '../detail/NotesPanel.tsx';
import { PlateCell } from '../results/PlateCell.tsx';
import { NoteDialog } from './NoteDialog.tsx';
import { normaliseTag } from '../../../lib/note-tag.ts';

const UUID = '5a3c0000-0000-4000-8000-000000000078';
const TOKEN = 'notes';

const signIn = (level: number): void => {
  const login = buildPlantLoginResponse(TOKEN, UUID);
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), {
    token: TOKEN,
    login: { ...login, user: { ...login.user, level } },
  });
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
};
beforeEach(() => {
  signIn(6);
  setReason({ code: 'judicial-police', text: 'ricerca del veicolo', case: '9051/2026' });
});
afterEach(() => {
  closeNoteDialog();
  usePlants.setState({ plants: new Map(), hasRun: false });
  useReason.setState(useReason.getInitialState());
});

const buildDetail = (change: Partial<TransitDetail>): TransitDetail =>
  TransitDetail.parse({
    ...createTransit(7, { targa: 'GK508RB' }),
    processed_info: null,
    days: [],
    altri: [],
    ...change,
  });

/** The panel of a transit, the dialog it opens, and a list of notes whose answer is still fresh. */
function NotesScreen(props: { transit: TransitDetail }) {
  useQuery({ ...createPlantQuery('c1', listTransitNotes, { body: {} }), staleTime: Infinity });
  const request = useNoteDialog((state) => state.request);
  return (
    <>
      <NotesPanel transit={props.transit} peerId={1} />
      {request !== null && <NoteDialog request={request} />}
    </>
  );
}
const renderNotes = (transit: TransitDetail) =>
  render(<TestProviders screen={() => <NotesScreen transit={transit} />} />);
const readCalls = async (): Promise<readonly { route: string; body: object }[]> =>
  (await fetch(`/test-plant/${TOKEN}`)).json();
const countLists = async (): Promise<number> =>
  (await readCalls()).filter(({ route }) => route === 'POST /api/lpr/notes').length;
const write = () => page.getByRole('button', { name: 'Scrivi una nota' });

test('a note is written with tags by keyboard alone; the text says to whom it is shown and for how long', async () => {
  const before = await countLists();
  await renderNotes(buildDetail({ note: [] }));
  await expect.element(page.getByText('Nessuna nota su questo transito.')).toBeVisible();
  await expect.poll(countLists).toBe(before + 1);
  await userEvent.click(write());
  await expect.element(page.getByRole('dialog', { name: 'Nota sul transito di GK508RB' })).toBeVisible();
  await expect.element(page.getByText(/Resta con il fascicolo 9051\/2026/)).toBeVisible();
  await expect.element(page.getByLabelText('Nota', { exact: true })).toHaveFocus();
  await userEvent.keyboard('freccia rotta{Enter}a destra{Tab}Da  Rivedere{Enter}{Tab}');
  await userEvent.click(page.getByRole('button', { name: 'Scrivi la nota' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const sent = (await readCalls()).find(({ route }) => route === 'POST /api/lpr/7/notes');
  expect(sent?.body).toEqual({ testo: 'freccia rotta\na destra', etichette: ['da rivedere'] });
  await expect.poll(countLists).toBe(before + 2);
});

test('a refusal stays in the dialog with what was typed; a tag with other characters is not sent', async () => {
  await renderNotes(buildDetail({ note: [] }));
  await userEvent.click(write());
  const submit = page.getByRole('button', { name: 'Scrivi la nota' });
  await expect.element(submit).toBeDisabled();
  await userEvent.type(page.getByLabelText('Nota', { exact: true }), 'troppe');
  await userEvent.click(submit);
  await expect.element(page.getByText(/ci sono già 50 note/)).toBeVisible();
  await expect.element(page.getByLabelText('Nota', { exact: true })).toHaveValue('troppe');
  await userEvent.click(page.getByRole('button', { name: 'danno visibile' }));
  await userEvent.click(page.getByLabelText('Etichette').first());
  await userEvent.keyboard('a<b{Enter}');
  await expect.element(page.getByText('Solo lettere, cifre, spazi e trattini, al massimo 30')).toBeVisible();
  await expect.element(submit).toBeDisabled();
});

test('notes stand with author, time and case; only removable ones can be removed, after a question', async () => {
  const other = createNote({
    id: '7c5e0000-0000-4000-8000-000000000002',
    testo: '<img src=x onerror=alert(1)>',
    autore: '',
    rimovibile: false,
  });
  const before = await countLists();
  await renderNotes(buildDetail({ note: [createNote(), other] }));
  await expect.element(page.getByText(/m\.ferri · 20\/11\/2026 14:40:00 · fascicolo 9051\/2026/)).toBeVisible();
  await expect.element(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect.element(page.getByText(/account eliminato/)).toBeVisible();
  const remove = page.getByRole('button', { name: 'Togli la nota' });
  expect(remove.elements()).toHaveLength(1);
  await userEvent.click(remove);
  await expect.element(page.getByRole('dialog', { name: 'Togliere la nota?' })).toBeVisible();
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Togli la nota' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const routes = (await readCalls()).map(({ route }) => route);
  expect(routes).toContain(`DELETE /api/lpr/7/notes/${createNote().id}`);
  await expect.poll(countLists).toBe(before + 2);
});

test('who may only look reads notes and writes none; a plant without notes shows no block', async () => {
  signIn(9);
  const screen = await renderNotes(buildDetail({ note: [createNote()] }));
  await expect.element(page.getByText('freccia rotta a destra')).toBeVisible();
  expect(write().elements()).toHaveLength(0);
  expect(page.getByRole('button', { name: 'Togli la nota' }).elements()).toHaveLength(0);
  await screen.unmount();
  await renderNotes(buildDetail({}));
  await expect.poll(() => page.getByRole('region').elements().length).toBe(0);
});

test('a row of the list says how many notes its transit has', async () => {
  const row = (count: number) => ({
    key: `1 ${count}`,
    peerId: 1,
    number: count,
    transit: createTransit(count, { n_note: count }),
  });
  await render(
    <TestProviders
      screen={() => (
        <>
          {[0, 2].map((count) => (
            <PlateCell key={count} row={row(count)} showsPanel={false} />
          ))}
        </>
      )}
    />,
  );
  await expect.element(page.getByRole('img', { name: '2 note' })).toBeVisible();
  expect(page.getByRole('img', { name: /nota|note/ }).elements()).toHaveLength(1);
});

test.each([
  ['  Da   Rivedere ', 'da rivedere'],
  ['È rossa', 'è rossa'],
  ['', null],
  ['a<b', null],
  ['x'.repeat(31), null],
  ['-', null],
])('the tag "%s" is stored as %s', (typed, stored) => {
  expect(normaliseTag(typed)).toBe(stored);
});
