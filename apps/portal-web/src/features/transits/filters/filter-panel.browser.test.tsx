import { type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { DEFAULT_FILTER, type SearchFilter } from '../search/search-filter.ts';
import { FilterPanel } from './FilterPanel.tsx';

interface Seen {
  filter: SearchFilter;
  ran: SearchFilter[];
}

function StatefulPanel(props: {
  first: SearchFilter;
  onFilter: (filter: SearchFilter) => void;
  onRun: (filter: SearchFilter) => void;
}): ReactElement {
  const [filter, setFilter] = useState(props.first);
  const [searched, setSearched] = useState(props.first);
  const change = (next: SearchFilter): void => {
    props.onFilter(next);
    setFilter(next);
  };
  return (
    <FilterPanel
      filter={filter}
      searched={searched}
      plants={[]}
      onChange={change}
      onRun={(next) => {
        props.onRun(next);
        setSearched(next);
      }}
      onReset={() => change(DEFAULT_FILTER)}
      onHide={() => undefined}
    />
  );
}

async function renderPanel(first: Partial<SearchFilter> = {}): Promise<Seen> {
  const seen: Seen = { filter: DEFAULT_FILTER, ran: [] };
  // A tall viewport keeps every field visible: a list closes when its field is scrolled out of view.
  await page.viewport(1280, 1600);
  const start = { ...DEFAULT_FILTER, ...first };
  await render(
    <TestProviders
      screen={() => (
        <StatefulPanel
          first={start}
          onFilter={(filter) => {
            seen.filter = filter;
          }}
          onRun={(filter) => seen.ran.push(filter)}
        />
      )}
    />,
  );
  await expect.element(page.getByRole('complementary', { name: 'Filtri' })).toBeVisible();
  return seen;
}
const getField = (name: string) => page.getByRole('group', { name });
const getButton = (name: string) => page.getByRole('button', { name, exact: true });

/** Options a combobox offers now, read from the DOM because the library hides them when far down the page. */
const readOfferedOptions = (box: Element): string[] =>
  [...(document.getElementById(box.getAttribute('aria-controls') ?? '')?.querySelectorAll('[role=option]') ?? [])].map(
    (option) => option.textContent,
  );

/** Option texts of a field, in order. */
async function readOptions(name: string): Promise<string[]> {
  const box = page.getByRole('combobox', { name, exact: true });
  const input = box.element();
  if (input instanceof HTMLElement) input.focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => readOfferedOptions(input).length).toBeGreaterThan(0);
  const words = readOfferedOptions(input);
  await userEvent.keyboard('{Escape}');
  return words;
}

test('FLT-02 infringements are NA, NR and RUB, lists BL, PN and WL, each in words', async () => {
  const seen = await renderPanel();
  const codes = [
    ['Non assicurata', 'NA'],
    ['Senza revisione', 'NR'],
    ['Rubata', 'RUB'],
    ['Prestanome', 'PN'],
    ['Whitelist', 'WL'],
  ] as const;
  for (const [name] of codes) await userEvent.click(getButton(name));
  expect(seen.filter.infringements).toEqual(codes.map(([, code]) => code));
  await userEvent.click(getButton('Blacklist'));
  expect(seen.filter.infringements).toContain('BL');
});

test('FLT-14 the choices of vehicle type', async () => {
  await renderPanel();
  expect(await readOptions('Tipo veicolo')).toEqual([
    'Autovettura',
    'Autobus',
    'Autocarro leggero 75q',
    'Autocarro pesante 120q',
    'Motociclo',
    'Ciclomotore',
    'Rimorchio',
    'Furgone',
    'Tipo non definito',
  ]);
});

test('FLT-11 FLT-12 nations, and provinces in and out, found by typing', async () => {
  const seen = await renderPanel();
  for (const [name, typed] of [
    ['Nazione', 'Germania'],
    ['Provincia dentro', 'Ravenna'],
    ['Provincia fuori', 'Rimini'],
  ] as const) {
    const box = page.getByRole('combobox', { name, exact: true });
    await userEvent.click(box);
    await userEvent.fill(box, typed);
    await expect.element(box).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(() => readOfferedOptions(box.element())[0]).toMatch(new RegExp(`^${typed}`));
    await userEvent.keyboard('{ArrowDown}{Enter}{Escape}');
  }
  expect(seen.filter).toMatchObject({ nations: ['D'], provincesIn: [39], provincesOut: [99] });
});

test('FLT-04 FLT-13 FLT-18 citizen, national, direction and framing: one of each group', async () => {
  const seen = await renderPanel();
  await userEvent.click(getField('Cittadinanza targa').getByRole('button', { name: 'Locali' }).first());
  await userEvent.click(getField('Nazionalità targa').getByRole('button', { name: 'Estere' }).first());
  await userEvent.click(getButton('Entrata città'));
  await userEvent.click(getButton('Uscita città'));
  await userEvent.click(getButton('Posteriore'));
  expect(seen.filter).toMatchObject({ citizen: 'local', national: 'foreign', direction: 2, framing: 4 });
});

test('FLT-19 FLT-20 FLT-21 CONST-14 recurrence: max, equal or min, from 0 to 99 in whole steps; above 0 it warns', async () => {
  const seen = await renderPanel();
  expect(await readOptions('Confronto delle ricorrenze')).toEqual(['max · minore di', 'uguale a', 'min · maggiore di']);
  const count = page.getByRole('textbox', { name: 'Numero di ricorrenze' });
  const warning = page.getByText('Attenzione filtro lento');
  await expect.element(warning).not.toBeInTheDocument();
  for (const [typed, stored] of [
    ['-1', 1],
    ['100', 10],
    ['1.5', 15],
    ['99', 99],
  ] as const) {
    await userEvent.clear(count);
    await userEvent.type(count, typed);
    expect(seen.filter.recurrence.count).toBe(stored);
  }
  await expect.element(warning).toBeVisible();
  await userEvent.clear(count);
  await userEvent.type(count, '0');
  await expect.element(warning).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}');
  expect(seen.filter.recurrence.count).toBe(1);
});

test('FLT-22 FLT-41 one row per plate warns that it is slow; unknown plates can be left out', async () => {
  const seen = await renderPanel();
  await userEvent.click(page.getByRole('checkbox', { name: 'Una riga per targa' }));
  await expect.element(page.getByText('Attenzione filtro lento')).toBeVisible();
  await userEvent.click(page.getByRole('checkbox', { name: 'Escludi le targhe non riconosciute' }));
  expect(seen.filter).toMatchObject({ isDistinct: true, noUnknown: true });
});

test('FLT-23 FLT-24 FLT-25 four degrees of variation, warned of above none; similar characters', async () => {
  const seen = await renderPanel();
  const degrees = getField('Variazioni di targa').getByRole('button');
  await expect.element(degrees.first()).toBeVisible();
  expect([...new Set(degrees.elements().map((one) => one.textContent))]).toEqual([
    'Nessuna',
    'max 1',
    'max 2',
    'max 3',
  ]);
  const warning = page.getByText('Anche targhe diverse da quella scritta');
  await userEvent.click(getButton('Nessuna'));
  await expect.element(warning).not.toBeInTheDocument();
  await userEvent.click(getButton('max 1'));
  await expect.element(warning).toBeVisible();
  await userEvent.click(page.getByRole('checkbox', { name: /Includi caratteri simili/ }));
  expect(seen.filter).toMatchObject({ variations: 1, misreads: true });
});

test('FLT-40 insurance and revision are infringements; lane and speed have fields of their own', async () => {
  const seen = await renderPanel();
  await userEvent.fill(page.getByRole('textbox', { name: 'Velocità minima' }), '70');
  await userEvent.fill(page.getByRole('textbox', { name: 'Velocità massima' }), '130');
  await userEvent.fill(page.getByRole('textbox', { name: 'Corsia' }), '2');
  await userEvent.click(getButton('Non assicurata'));
  await userEvent.click(getButton('Senza revisione'));
  expect(seen.filter).toMatchObject({ speedMin: 70, speedMax: 130, lane: 2, infringements: ['NA', 'NR'] });
});

test('FLT-05 FLT-06 FLT-35 FLT-36 dates are typed, move by a day together, end at 23:59 and never after today', async () => {
  await renderPanel();
  const start = page.getByRole('textbox', { name: 'Dal' });
  const end = page.getByRole('textbox', { name: 'Al', exact: true });
  await userEvent.fill(start, '10/11/2025 08:30');
  await userEvent.fill(end, '12/11/2025');
  await userEvent.keyboard('{Enter}');
  await expect.element(end).toHaveValue('12/11/2025 23:59');
  await userEvent.click(getButton('Un giorno dopo'));
  await expect.element(start).toHaveValue('11/11/2025 08:30');
  await expect.element(end).toHaveValue('13/11/2025 23:59');
  await userEvent.click(getButton('Un giorno prima'));
  await expect.element(start).toHaveValue('10/11/2025 08:30');
  const today = new Intl.DateTimeFormat('it-IT', {
    timeZone: 'Europe/Rome',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  const dayText = (ms: number): string => today.format(ms);
  await userEvent.fill(end, dayText(Date.now() + 86_400_000));
  await expect.element(page.getByText('Non oltre la fine di oggi')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(end).toHaveValue(`${dayText(Date.now())} 23:59`);
  await expect.element(getButton('Un giorno dopo')).toBeDisabled();
});

test('FLT-05 a day is picked from the calendar too, and the field tells it', async () => {
  await renderPanel();
  const start = page.getByRole('textbox', { name: 'Dal' });
  await expect.element(getButton('Calendario: Dal')).toBeEnabled();
  // Sets the value of the native calendar field directly, as the browser's own picker would.
  const field = document.querySelector<HTMLInputElement>('input[type=datetime-local]');
  if (field === null) throw new Error('no calendar');
  expect(field.max).toMatch(/^\d{4}-\d{2}-\d{2}T23:59$/);
  await userEvent.fill(start, '9');
  await userEvent.fill(field, '2025-11-10T08:30');
  await expect.element(start).toHaveValue('10/11/2025 08:30');
});

test('LIFE-11 with automatic refresh the date fields rest and say why', async () => {
  await renderPanel({ period: { kind: 'live' } });
  for (const name of ['Dal', 'Al'])
    await expect.element(page.getByRole('textbox', { name, exact: true })).toBeDisabled();
  for (const name of ['Un giorno prima', 'Un giorno dopo']) await expect.element(getButton(name)).toBeDisabled();
  await expect.element(page.getByText('Con l’aggiornamento automatico si cerca negli ultimi 30 minuti')).toBeVisible();
});

test('FLT-03 the blacklist disables the others and gives them their defaults back', async () => {
  const seen = await renderPanel({ colours: ['red'], lane: 2, isDistinct: true });
  await userEvent.click(getButton('Blacklist'));
  expect(seen.filter).toEqual({ ...DEFAULT_FILTER, infringements: ['BL'] });
  await expect.element(page.getByRole('combobox', { name: 'Tipo veicolo' })).toBeDisabled();
  await expect.element(page.getByRole('combobox', { name: 'Marca e modello' })).toBeDisabled();
  await expect.element(page.getByRole('textbox', { name: 'Corsia' })).toBeDisabled();
  await expect.element(page.getByRole('checkbox', { name: 'Una riga per targa' })).toBeDisabled();
  await expect.element(page.getByRole('textbox', { name: 'Dal' })).toBeEnabled();
  await expect.element(page.getByRole('combobox', { name: 'Varchi' })).toBeEnabled();
});

test('SRCH-22 SRCH-23 FLT-26 what differs from the last search is marked, and so is Cerca, until it runs', async () => {
  const seen = await renderPanel();
  const run = page.getByRole('button', { name: /^Cerca/ });
  await expect.element(run).toHaveAttribute('data-changed', 'false');
  await userEvent.click(getButton('rosso'));
  await expect.element(page.getByText('1 modificato, non ancora cercato')).toBeVisible();
  await expect.element(getField('Colore, modificato, non ancora cercato')).toBeVisible();
  await expect.element(run).toHaveAttribute('data-changed', 'true');
  await expect.element(run).toHaveAccessibleDescription('1 modificato, non ancora cercato');
  expect(seen.ran).toEqual([]);
  await userEvent.click(run);
  expect(seen.ran).toEqual([{ ...DEFAULT_FILTER, colours: ['red'] }]);
  await expect.element(run).toHaveAttribute('data-changed', 'false');
  await expect.element(getField('Colore')).toBeVisible();
});

test('only passages without a plate: the filters on plates are emptied, and one chosen later says that it excludes them', async () => {
  const seen = await renderPanel({ plate: 'GK5*', isDistinct: true, lane: 2 });
  await page.getByRole('button', { name: 'Solo', exact: true }).click();
  const warning = page.getByText('Un filtro sulla targa esclude i passaggi senza targa');
  expect(seen.filter).toMatchObject({ unread: 'only', plate: '', isDistinct: false, lane: 2 });
  await expect.element(warning).not.toBeInTheDocument();
  await page.getByLabelText('Una riga per targa').click();
  await expect.element(warning).toBeVisible();
});
