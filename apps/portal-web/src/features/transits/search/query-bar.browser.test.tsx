import { type ReactElement, useRef, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { pressAtOnce, typeAtOnce } from '../../../../test/immediate-events.ts';
import { useReason } from '../../../lib/case/reason.ts';
import { AdrBar } from '../filters/AdrBar.tsx';
import { PLATE_DEBOUNCE_MS } from './PlateSearch.tsx';
import { QueryBar } from './QueryBar.tsx';
import { useRecentSearches } from './recent-searches.ts';
import { applyFilterEdit, setRefreshInterval } from './refresh-interval.ts';
import { DEFAULT_FILTER, type SearchFilter } from './search-filter.ts';

/** The query bar with its filter state; `ran` collects every requested search. */
function StatefulQueryBar(props: { ran: SearchFilter[]; first: SearchFilter }): ReactElement {
  const [live, setLive] = useState({
    filter: props.first,
    refreshSeconds: setRefreshInterval(props.first, 0).refreshSeconds,
  });
  const plateRef = useRef<HTMLInputElement>(null);
  const refreshRef = useRef<HTMLButtonElement>(null);
  const run = (filter: SearchFilter): void => {
    props.ran.push(filter);
    setLive(applyFilterEdit(live, filter));
  };
  return (
    <>
      <QueryBar
        {...live}
        plateRef={plateRef}
        refreshRef={refreshRef}
        isSearching={false}
        areFiltersOpen={false}
        isPhone={false}
        onToggleFilters={() => undefined}
        onChange={run}
        onDraft={run}
        hasSearched
        onRun={run}
        onRefresh={(seconds) => {
          const next = setRefreshInterval(live.filter, seconds);
          props.ran.push(next.filter);
          setLive(next);
        }}
        onClear={() => setLive({ filter: DEFAULT_FILTER, refreshSeconds: 0 })}
        onAbort={() => undefined}
      />
      {live.filter.isAdr && <AdrBar filter={live.filter} onRun={run} />}
    </>
  );
}

async function renderBar(first: Partial<SearchFilter> = {}): Promise<SearchFilter[]> {
  const ran: SearchFilter[] = [];
  await render(<TestProviders screen={() => <StatefulQueryBar ran={ran} first={{ ...DEFAULT_FILTER, ...first }} />} />);
  return ran;
}
const getPlateBox = page.getByRole('textbox', { name: 'Targa' });
const period = (name: string) => page.getByRole('group', { name: 'Periodo' }).getByRole('button', { name });

afterEach(() => {
  vi.useRealTimers();
  useRecentSearches.setState({ owner: null, cases: [] });
  useReason.setState({ code: '', text: '', case: '' });
});

describe('plate box', () => {
  test('SRCH-05 FLT-27 keeps what may stand in a search, in upper case', async () => {
    await renderBar();
    await userEvent.type(getPlateBox, 'a b-1,2;=*{{}!');
    await expect.element(getPlateBox).toHaveValue('AB1,2;=*{}');
  });

  test('SRCH-05 FLT-28 waits 500 ms after the last key', async () => {
    const ran = await renderBar();
    await expect.element(getPlateBox).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    typeAtOnce(getPlateBox, 'gk');
    await vi.advanceTimersByTimeAsync(PLATE_DEBOUNCE_MS - 1);
    typeAtOnce(getPlateBox, 'gk5');
    await vi.advanceTimersByTimeAsync(PLATE_DEBOUNCE_MS - 1);
    expect(PLATE_DEBOUNCE_MS).toBe(500);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran.map((filter) => filter.plate)).toEqual(['GK5']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ran).toHaveLength(1);
  });

  test('says what it will search, in its description too', async () => {
    await renderBar({ misreads: true });
    await userEvent.fill(getPlateBox, 'gk5*,*48*');
    const hint = page.getByText('GK5*,*48* · 2 targhe · caratteri simili');
    await expect.element(hint).toBeVisible();
    await expect.element(getPlateBox).toHaveAccessibleDescription('GK5*,*48* · 2 targhe · caratteri simili');
    await userEvent.fill(getPlateBox, 'ab{0}');
    await expect.element(page.getByText('Tra le graffe va un numero da 1 a 32')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Come si scrive una targa' }));
    await expect.element(page.getByText('qualunque seguito di caratteri: AB*, *CD, *12*, A*C')).toBeVisible();
  });

  test('empty it offers the recent searches of the case in hand, by keys too', async () => {
    useReason.setState({ case: '1482/2026' });
    const ran = await renderBar();
    useRecentSearches.setState({
      cases: [
        { case: '1482/2026', plates: ['GK5*', 'AB123CD'] },
        { case: '7/2026', plates: ['ZZ999ZZ'] },
      ],
    });
    await userEvent.click(getPlateBox);
    const recent = page.getByRole('region', { name: 'Ricerche recenti del fascicolo 1482/2026' });
    await expect.element(recent).toBeVisible();
    await expect.element(page.getByText('ZZ999ZZ')).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(recent.getByRole('button', { name: 'AB123CD' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(ran.map((filter) => filter.plate)).toEqual(['AB123CD']);
    await expect.element(recent).not.toBeInTheDocument();
    await userEvent.fill(getPlateBox, '');
    await userEvent.keyboard('{Escape}');
    await expect.element(recent).not.toBeInTheDocument();
    await expect.element(getPlateBox).toHaveFocus();
    await userEvent.click(getPlateBox);
  });

  test('a recent search picked right after the box was emptied stays, also when it is the one searched last', async () => {
    useReason.setState({ case: '1482/2026' });
    const ran = await renderBar({ plate: 'GK5*' });
    useRecentSearches.setState({ cases: [{ case: '1482/2026', plates: ['GK5*'] }] });
    await userEvent.click(getPlateBox);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    typeAtOnce(getPlateBox, '');
    await expect.element(page.getByRole('button', { name: 'GK5*' })).toBeVisible();
    pressAtOnce(page.getByRole('button', { name: 'GK5*' }));
    await vi.advanceTimersByTimeAsync(PLATE_DEBOUNCE_MS * 2);
    expect(ran.map((filter) => filter.plate)).toEqual(['GK5*']);
    await expect.element(getPlateBox).toHaveValue('GK5*');
  });
});

describe('dates, filters, views', () => {
  test('SRCH-06 Oggi, Ieri, 7 GG and Tutti ask for their period at once', async () => {
    const ran = await renderBar();
    for (const name of ['Oggi', 'Ieri', 'Tutti', '7 GG']) {
      await userEvent.click(period(name));
      await expect.element(period(name)).toHaveAttribute('aria-pressed', 'true');
    }
    expect(ran.map((filter) => filter.period.kind)).toEqual(['today', 'yesterday', 'all', 'week']);
  });

  test('SRCH-07 the filters button counts what is active', async () => {
    await renderBar({ colours: ['red'] });
    const toggle = page.getByRole('button', { name: /^Filtri/ });
    await expect.element(toggle).toMatchTextContent(/^Filtri 2 attivi2$/);
    await userEvent.click(period('Tutti'));
    await expect.element(toggle).toMatchTextContent(/^Filtri 1 attivo1$/);
  });

  test('SRCH-08 the clear button brings the defaults back', async () => {
    await renderBar({ colours: ['red'], plate: 'A*', period: { kind: 'all' } });
    await userEvent.click(page.getByRole('button', { name: 'Azzera i filtri' }));
    await expect.element(page.getByRole('button', { name: 'Filtri 1 attivo' })).toBeVisible();
    await expect.element(getPlateBox).toHaveValue('');
    await expect.element(period('7 GG')).toHaveAttribute('aria-pressed', 'true');
  });

  test('SRCH-11 CONST-01 LIFE-11 refresh offers none, 10 s, 15 s, 30 s and 1 min; on, the dates rest', async () => {
    const ran = await renderBar();
    await userEvent.click(page.getByRole('button', { name: 'Aggiornamento automatico: No' }));
    const choices = page.getByRole('menuitemradio');
    await expect.element(choices.first()).toBeVisible();
    expect(choices.elements().map((one) => one.textContent)).toEqual([
      'Nessuno',
      'Ogni 10 secondi',
      'Ogni 15 secondi',
      'Ogni 30 secondi',
      'Ogni minuto',
    ]);
    await userEvent.click(page.getByRole('menuitemradio', { name: 'Ogni 10 secondi' }));
    await expect.element(page.getByRole('button', { name: 'Aggiornamento automatico: 10 s' })).toBeVisible();
    for (const name of ['Oggi', 'Ieri', '7 GG', 'Tutti']) await expect.element(period(name)).toBeDisabled();
    expect(ran.at(-1)?.period).toEqual({ kind: 'live' });
  });

  test('SRCH-13 LIFE-13 LIFE-14 between plates and ADR, both ways', async () => {
    const ran = await renderBar({ plate: 'A*', colours: ['red'] });
    await userEvent.click(page.getByRole('button', { name: 'Visualizza ADR' }));
    await expect.element(getPlateBox).toBeDisabled();
    expect(ran.at(-1)).toEqual({ ...DEFAULT_FILTER, isAdr: true });
    await userEvent.fill(page.getByRole('textbox', { name: 'Codice Kemler' }), '33');
    await expect.poll(() => ran.at(-1)?.kemler).toBe('33');
    await userEvent.click(page.getByRole('button', { name: 'Visualizza targhe' }));
    await expect.element(getPlateBox).toBeEnabled();
    expect(ran.at(-1)).toEqual(DEFAULT_FILTER);
  });

  test('FLT-32 FLT-33 FLT-34 Kemler takes 3 characters, ONU 4, and both ask only for something new; 13 classes', async () => {
    const ran = await renderBar({ isAdr: true, kemler: '33' });
    const kemler = page.getByRole('textbox', { name: 'Codice Kemler' });
    const un = page.getByRole('textbox', { name: 'Numero ONU' });
    await userEvent.clear(kemler);
    await userEvent.type(kemler, 'x4234');
    await expect.element(kemler).toHaveValue('X42');
    await expect.poll(() => ran.map((filter) => filter.kemler)).toContain('X42');
    await userEvent.fill(kemler, '33');
    await expect.poll(() => ran.at(-1)?.kemler).toBe('33');
    ran.length = 0;
    await userEvent.type(un, '12034');
    await expect.element(un).toHaveValue('1203');
    await expect.poll(() => ran.map((filter) => filter.un)).toEqual(['1203']);
    await expect
      .element(page.getByRole('group', { name: 'ADR', exact: true }).getByRole('button').first())
      .toBeVisible();
    expect(page.getByRole('group', { name: 'ADR', exact: true }).getByRole('button').elements()).toHaveLength(13);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    typeAtOnce(kemler, '3');
    await vi.advanceTimersByTimeAsync(499);
    typeAtOnce(kemler, '33');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ran).toHaveLength(1);
    typeAtOnce(kemler, 'x42');
    await vi.advanceTimersByTimeAsync(500);
    expect(ran.at(-1)?.kemler).toBe('X42');
  });
});
