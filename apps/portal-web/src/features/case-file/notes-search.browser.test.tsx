import { createI18n } from '@varco/i18n/create-i18n.ts';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LOCAL_USER } from '../../../test/local-user.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { createCredential, createPlant } from '../../../test/plant-sessions.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import { setReason, useReason } from '../../lib/case/reason.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { AnnotatedTransits } from './AnnotatedTransits.tsx';

const UUID = '5a3c0000-0000-4000-8000-000000000079';
const TOKEN = 'notes-search';
const CASE = '9051/2026';

beforeEach(() => {
  bindTranslator(createI18n('it').t);
  setReason({ code: 'judicial-police', text: 'ricerca del veicolo', case: CASE });
});
afterEach(() => {
  usePlants.setState({ plants: new Map(), hasRun: false });
  useReason.setState(useReason.getInitialState());
  useSession.setState({ user: null });
});

/** The panel at an address with its history, as the page of the case has it. */
function Panel(): ReactElement {
  const search: { readonly notes?: number } = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), {
    token: TOKEN,
    login: buildPlantLoginResponse(TOKEN, UUID),
  });
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
  return (
    <>
      <p data-testid="address">{JSON.stringify(search)}</p>
      <button type="button" disabled={!canGoBack} onClick={() => router.history.back()}>
        Indietro
      </button>
      <AnnotatedTransits
        caseNumber={CASE}
        plants={[plant]}
        address={{
          number: search.notes ?? null,
          onAsk: (notes) => void navigate({ to: '.', search: { notes } as never }),
        }}
      />
    </>
  );
}

interface Question {
  readonly route: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The questions that the plant received, in order. */
const listQuestions = async (): Promise<readonly unknown[]> => {
  const calls = (await (await fetch(`/test-plant/${TOKEN}`)).json()) as readonly Question[];
  return calls.filter(({ route }) => route === 'POST /api/lpr/notes').map(({ body }) => body);
};
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
const rows = () => page.getByRole('row').elements().length - 1;

test('notes are searched by text, author, tag, case and day, and what cannot be asked is not', async () => {
  await render(<TestProviders screen={Panel} />);
  await expect.element(page.getByRole('row', { name: /GK508RB/ }).first()).toBeVisible();
  const before = (await listQuestions()).length;
  await userEvent.keyboard('q');
  await expect.element(box('Testo')).toHaveFocus();
  await userEvent.keyboard(' 100% rotta ');
  await userEvent.fill(box('Etichetta'), 'danno!');
  await userEvent.fill(box('Scritte dal'), '21/11/2026');
  await userEvent.fill(box('al'), '20/11/2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/al massimo 30/)).toBeVisible();
  await expect.element(page.getByText('L’ultimo giorno viene prima del primo.')).toBeVisible();
  expect(await listQuestions()).toHaveLength(before);
  await userEvent.fill(box('Etichetta'), ' Danno  Visibile ');
  await userEvent.fill(box('al'), '22/11/2026');
  await userEvent.fill(box('Autore'), 'ferri');
  await userEvent.clear(box('Fascicolo'));
  await userEvent.click(page.getByRole('checkbox', { name: 'Solo le mie' }));
  await press('Cerca note');
  await expect
    .poll(async () => (await listQuestions()).at(-1))
    .toEqual({
      testo: '100% rotta',
      autore: 'ferri',
      etichetta: 'danno visibile',
      dal: '2026-11-20T23:00:00.000Z',
      al: '2026-11-22T23:00:00.000Z',
      mie: true,
      limit: 50,
    });
  await press('Azzera');
  await expect.element(box('Testo')).toHaveValue('');
  await expect.element(box('Scritte dal')).toHaveValue('');
  await expect.element(box('Fascicolo')).toHaveValue(CASE);
});

test('further notes are read page by page; Back brings filter and pages, and the address holds neither', async () => {
  await render(<TestProviders screen={Panel} />);
  await userEvent.fill(box('Testo'), 'molte');
  await userEvent.keyboard('{Enter}');
  await expect.poll(rows).toBe(2);
  await press('Mostra altre note');
  await expect.poll(rows).toBe(3);
  await expect.element(page.getByRole('button', { name: 'Mostra altre note' })).not.toBeInTheDocument();
  const texts = page
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent);
  expect(['prima di molte', 'seconda di molte', 'terza di molte'].map((text) => texts.includes(text))).toEqual([
    true,
    true,
    true,
  ]);
  expect((await listQuestions()).at(-1)).toMatchObject({
    testo: 'molte',
    dopo: '5a3c0000-0000-4000-8000-000000000002',
    dopo_data: '2026-11-20T13:02:00.000Z',
  });
  await userEvent.fill(box('Testo'), 'nessuna');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Nessuna nota corrisponde, sugli impianti che hanno risposto.')).toBeVisible();
  expect(page.getByTestId('address').element().textContent).toMatch(/^\{"notes":\d+\}$/);
  await press('Indietro');
  await expect.element(box('Testo')).toHaveValue('molte');
  await expect.poll(rows).toBe(3);
});

test('what was searched is forgotten when the user changes', async () => {
  await render(<TestProviders screen={Panel} />);
  await userEvent.fill(box('Testo'), 'molte');
  await userEvent.keyboard('{Enter}');
  await expect.poll(rows).toBe(2);
  useSession.setState({ user: { ...LOCAL_USER, uuid: 'another-person' } });
  await expect.element(box('Testo')).toHaveValue('');
});
