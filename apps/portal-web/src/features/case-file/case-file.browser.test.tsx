import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createTransit } from '../../../test/create-transit.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { createCredential, createPlant } from '../../../test/plant-sessions.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import { findCaseFile } from '../../lib/case-files/case-file.ts';
import { FOLLOW_ACTION } from '../../lib/case-files/follow-action.ts';
import { useCaseFiles } from '../../lib/case-files/case-files.store.ts';
import { setReason, useReason } from '../../lib/case/reason.ts';
import { dismissAll, useNotices } from '../../lib/notices/notices.store.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { signIn, signOut } from '../../lib/session/portal-session.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { resetWorkspace, useTabs } from '../../lib/workspace/tabs.store.ts';
import { DEFAULT_FILTER } from '../transits/search/search-filter.ts';
import { SaveSearchButton } from '../transits/search/SaveSearchButton.tsx';
import { SaveSearchDialog } from '../transits/search/SaveSearchDialog.tsx';
import { CaseFileScreen } from './CaseFileScreen.tsx';
import { mergeNewestPassages } from './newest-passages.ts';
import { usePlateComparison } from './use-plate-comparison.ts';

const UUID = '5a3c0000-0000-4000-8000-000000000079';
const CASE = '9051/2026';

beforeEach(async () => {
  bindTranslator(createI18n('it').t);
  await fetch('/test-portal/reset', { method: 'POST', body: '{}' });
  await signIn({ username: 'rossi@pl.example', password: 'Corretto cavallo 9 pilà', isRemembered: false });
  const plant = createPlant(createCredential({ url: location.origin, uuid: UUID }), {
    token: 'case-file',
    login: buildPlantLoginResponse('case-file', UUID),
  });
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
  setReason({ code: 'judicial-police', text: 'ricerca del veicolo', case: CASE });
});
afterEach(async () => {
  await signOut();
  dismissAll();
  resetWorkspace();
  usePlants.setState({ plants: new Map(), hasRun: false });
  useReason.setState(useReason.getInitialState());
});

const onShow = vi.fn<(caseNumber: string) => void>();
const onRecord = vi.fn<(caseNumber: string) => void>();
const renderPage = () =>
  render(
    <TestProviders
      screen={() => (
        <CaseFileScreen
          chosen={null}
          onShow={onShow}
          onRecord={onRecord}
          notes={{ number: null, onAsk: vi.fn<(number: number) => void>() }}
        />
      )}
    />,
  );
const region = (name: string) => page.getByRole('region', { name, exact: true });
const openTabs = () => useTabs.getState().tabs.map(({ kind }) => kind);

test('a search is saved under its filters as a name, stands in the file of its case, and runs from there', async () => {
  const filter = { ...DEFAULT_FILTER, plate: 'GK5*', period: { kind: 'month' as const } };
  const dialog = await render(
    <TestProviders screen={() => <SaveSearchDialog filter={filter} onClose={() => undefined} />} />,
  );
  await expect.element(page.getByRole('textbox', { name: 'Nome' })).toHaveValue('Targa GK5*');
  await userEvent.fill(page.getByRole('textbox', { name: 'Nome' }), 'Furgone della notte');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => useNotices.getState().list.at(-1)?.text).toBe('Ricerca salvata: Furgone della notte');
  await dialog.unmount();
  await renderPage();
  await userEvent.click(region('Ricerche salvate').getByRole('button', { name: 'Furgone della notte' }));
  const tab = useTabs.getState().tabs.at(-1);
  expect(tab).toMatchObject({ kind: 'transit-list', runs: true, filter: { plate: 'GK5*', period: { kind: 'month' } } });
});

test('on a phone a search is saved from a button with its text, which needs no key', async () => {
  const filter = { ...DEFAULT_FILTER, plate: 'GK5*' };
  await render(<TestProviders screen={() => <SaveSearchButton filter={filter} isTouch />} />);
  await userEvent.click(page.getByText('Salva la ricerca'));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Salva' }));
  await expect
    .poll(() => findCaseFile(useCaseFiles.getState().files, CASE).searches.map(({ name }) => name))
    .toEqual(['Targa GK5*']);
});

/** Two followed plates, each with a passage, as buttons. */
function Comparison(): ReactElement {
  const passages = new Map(
    ['GK508RB', 'AA001AA'].map((plate, index) => [
      plate,
      { peerId: index + 1, transit: createTransit(index, { targa: plate }), passages: 1 },
    ]),
  );
  const { first, choose } = usePlateComparison(passages);
  return (
    <>
      <p>scelta: {first ?? 'nessuna'}</p>
      {[...passages.keys()].map((plate) => (
        <button key={plate} type="button" onClick={() => choose(plate)}>
          {plate}
        </button>
      ))}
    </>
  );
}

test('of two followed plates the first is marked and can be taken back, the second opens one map of both', async () => {
  await render(<TestProviders screen={Comparison} />);
  const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
  await press('AA001AA');
  await expect.element(page.getByText('scelta: AA001AA')).toBeVisible();
  await press('AA001AA');
  await expect.element(page.getByText('scelta: nessuna')).toBeVisible();
  await press('GK508RB');
  await press('AA001AA');
  expect(useTabs.getState().tabs.at(-1)).toMatchObject({
    kind: 'transit-map',
    peerId: 1,
    plate: 'GK508RB',
    second: 'AA001AA',
  });
});

test('a plate is followed by keyboard, once, and left again after a question; a text that is no plate is told so', async () => {
  await renderPage();
  const plates = region('Targhe seguite');
  await userEvent.click(plates.getByRole('textbox', { name: 'Targa' }));
  await userEvent.keyboard('gk 5*{Enter}');
  await expect.element(page.getByText('Da 2 a 32 lettere e cifre, senza jolly')).toBeVisible();
  await userEvent.clear(plates.getByRole('textbox', { name: 'Targa' }));
  await userEvent.keyboard('gk 508 rb{Tab}visto al casello{Enter}');
  await expect.element(plates.getByRole('row', { name: /visto al casello/ })).toBeVisible();
  await expect.element(plates.getByRole('textbox', { name: 'Targa' })).toHaveFocus();
  await userEvent.keyboard('GK508RB{Enter}');
  await expect.element(page.getByText('Questa targa la segui già.')).toBeVisible();
  await userEvent.click(plates.getByRole('button', { name: 'Non seguire più GK508RB' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Elimina' }));
  await expect.element(page.getByText(/Nessuna targa seguita/)).toBeVisible();
  expect(findCaseFile(useCaseFiles.getState().files, CASE).plates).toEqual([]);
});

test('each plate is asked of a plant once: following another asks for that one alone', async () => {
  const calls = vi.spyOn(globalThis, 'fetch');
  await renderPage();
  const plates = region('Targhe seguite');
  await userEvent.click(plates.getByRole('textbox', { name: 'Targa' }));
  for (const plate of ['AA001AA', 'AA002AA']) {
    await userEvent.keyboard(`${plate}{Enter}`);
    await expect.element(plates.getByRole('button', { name: `Non seguire più ${plate}` })).toBeVisible();
  }
  const listRequestedPlates = () =>
    calls.mock.calls
      .map(([, init]) => (typeof init?.body === 'string' ? init.body : ''))
      .flatMap((body) => /"f_targa":"([^"]*)"/.exec(body)?.[1] ?? []);
  await expect.poll(listRequestedPlates).toEqual(['AA001AA', 'AA002AA']);
  calls.mockRestore();
});

test('transits with notes of the case are listed with plant, gate, tags and author, and open', async () => {
  await renderPage();
  const notes = region('Transiti con note');
  const row = notes.getByRole('row', { name: /GK508RB/ });
  await expect
    .element(row)
    .toMatchTextContent(/V03 Via Emilia ovest.*freccia rotta a destra.*danno visibile.*m\.ferri/);
  await userEvent.click(notes.getByRole('button', { name: /20\/11\/2026 14:31:58/ }));
  expect(openTabs()).toContain('transit-detail');
});

test('the row action follows the plate in the current case and says so', async () => {
  const subject = {
    peerId: 1,
    transitId: '7',
    plate: 'GK508RB',
    isAdr: false,
    at: '2026-11-20T13:31:58.000Z',
    gateId: 3,
  };
  await FOLLOW_ACTION.run(subject, { place: 'list' });
  expect(findCaseFile(useCaseFiles.getState().files, CASE).plates.map(({ plate }) => plate)).toEqual(['GK508RB']);
  expect(useNotices.getState().list.at(-1)?.text).toBe(`GK508RB è tra le targhe seguite del fascicolo ${CASE}`);
  await FOLLOW_ACTION.run(subject, { place: 'list' });
  expect(useNotices.getState().list.at(-1)?.text).toBe('Questa targa la segui già.');
});

test('a portal that does not answer is told, and the page tries again', async () => {
  await fetch('/test-portal/case-files-fail', { method: 'POST', body: '{}' });
  await renderPage();
  await expect.element(page.getByText(/quello che hai conservato non è perduto/)).toBeVisible();
  await fetch('/test-portal/case-files-work', { method: 'POST', body: '{}' });
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }).first());
  await expect.element(page.getByText(/Nessuna ricerca salvata/)).toBeVisible();
});

test('the newest passage of a plate is that of all plants, its passages are added', () => {
  const seen = (id: number, plate: string, corrected: string | null, count: number) =>
    createTransit(id, { targa: plate, targa_corretta: corrected, count_transits: count });
  const merged = mergeNewestPassages([
    { peerId: 1, transits: [seen(9, 'GK508RB', null, 3), seen(2, 'AA001AA', null, 1)] },
    { peerId: 2, transits: [seen(1, 'GK5O8RB', 'GK508RB', 4)] },
  ]);
  expect([...merged].map(([plate, { peerId, passages }]) => [plate, peerId, passages])).toEqual([
    ['GK508RB', 2, 7],
    ['AA001AA', 1, 1],
  ]);
});
