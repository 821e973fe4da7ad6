import type { PlantGroup } from '@varco/contract/portal/plant-groups.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from '../../lib/i18n.tsx';
import type { ShownPlantGroups } from '../../lib/plants/shown-plant-groups.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { GroupedPlantColumn } from './GroupedPlantColumn.tsx';
import type { PlantEntry } from './plant-entry.ts';

const createEntry = (id: number, label: string, more: Partial<PlantEntry> = {}): PlantEntry => ({
  plantId: String(id),
  label,
  code: label.slice(0, 3).toUpperCase(),
  status: 'online',
  answer: 'received',
  count: 10,
  isSlow: false,
  hasLimitedGates: false,
  maxMinutes: 0,
  ...more,
});
const createGroup = (name: string, plants: number[]): PlantGroup => ({
  id: `group ${name}`,
  kind: 'province',
  name,
  plants,
});

const FEW = [
  createEntry(1, 'Cesena'),
  createEntry(2, 'Forlì', { answer: 'receiving', count: null }),
  createEntry(3, 'Rimini'),
  createEntry(4, 'Cervia', { status: 'offline', answer: 'notAsked', count: null }),
];
const GROUPS = [createGroup('Forlì-Cesena', [1, 2]), createGroup('Costa', [3, 4])];

interface Seen {
  ticked: readonly string[];
  selected: (string | null)[];
  searches: (readonly string[])[];
}

function Screen(props: {
  plants: readonly PlantEntry[];
  groups: readonly PlantGroup[];
  seen: Seen;
  onTicked: (ids: readonly string[]) => void;
}): ReactElement {
  const { plants, groups, seen } = props;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const grouping = usePreferences(({ plantGrouping }) => plantGrouping ?? 'province');
  const shown: ShownPlantGroups = { kinds: ['province'], grouping, groups: grouping === 'none' ? [] : groups };
  return (
    <div style={{ display: 'flex', height: 700 }}>
      <GroupedPlantColumn
        plants={plants}
        shown={shown}
        selected={null}
        onSelect={(plantId) => seen.selected.push(plantId)}
        total={1284}
        isTotalLeast={false}
        ticked={ticked}
        onTick={(ids) => {
          props.onTicked(ids);
          setTicked(ids);
        }}
        onSearch={ticked.length === 0 ? null : () => seen.searches.push(ticked)}
        layout="column"
      />
    </div>
  );
}

beforeEach(() => usePreferences.setState(usePreferences.getInitialState()));

async function renderColumn(plants: readonly PlantEntry[], groups: readonly PlantGroup[]): Promise<Seen> {
  const seen: Seen = { ticked: [], selected: [], searches: [] };
  await render(
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme="light">
        <Screen
          plants={plants}
          groups={groups}
          seen={seen}
          onTicked={(ids) => {
            seen.ticked = ids;
          }}
        />
      </ThemeProvider>
    </I18nProvider>,
  );
  return seen;
}

const heading = (name: string) =>
  page.getByRole('group', { name, exact: true }).getByRole('button', { name: new RegExp(`^${name}`) });
const groupTick = (name: string) => page.getByRole('checkbox', { name: `Cerca in tutto il gruppo ${name}` });
const plantTick = (name: string) => page.getByRole('checkbox', { name: `Cerca in ${name}`, exact: true });
const plant = (name: RegExp) => page.getByRole('button', { name });

describe('grouped column of plants', () => {
  test('headings say how many of their plants have responded, and a plant is shown alone as before', async () => {
    const seen = await renderColumn(FEW, GROUPS);
    await expect.element(heading('Forlì-Cesena')).toMatchTextContent(/1 di 2/);
    // Cervia was not queried.
    await expect.element(heading('Costa')).toMatchTextContent(/1 di 1/);
    await expect.element(plant(/^Cervia/)).toBeDisabled();
    await userEvent.click(plant(/^Rimini/));
    await userEvent.click(plant(/^Tutti/));
    expect(seen.selected).toEqual(['3', null]);
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  });

  test('a tick takes every plant of the group that can be searched; with some of them it is half', async () => {
    const seen = await renderColumn(FEW, GROUPS);
    await userEvent.click(groupTick('Costa'));
    expect(seen.ticked).toEqual(['3']);
    await expect.element(plantTick('Cervia')).toBeDisabled();
    await userEvent.click(groupTick('Forlì-Cesena'));
    expect(seen.ticked).toEqual(['3', '1', '2']);
    await userEvent.click(plantTick('Cesena'));
    await expect.element(groupTick('Forlì-Cesena')).toBePartiallyChecked();
    await userEvent.click(page.getByRole('button', { name: 'Cerca in 2 impianti' }));
    expect(seen.searches).toEqual([['3', '2']]);
    await userEvent.click(groupTick('Forlì-Cesena'));
    await userEvent.click(groupTick('Forlì-Cesena'));
    await expect.element(groupTick('Forlì-Cesena')).not.toBeChecked();
    await userEvent.click(page.getByRole('button', { name: 'Togli le spunte' }));
    expect(seen.ticked).toEqual([]);
  });

  test('arrows go through the rows, left and right fold, space ticks, and nothing reaches the screen', async () => {
    const reached: string[] = [];
    const note = (event: KeyboardEvent): void => void reached.push(event.key);
    window.addEventListener('keydown', note);
    const seen = await renderColumn(FEW, GROUPS);
    (heading('Forlì-Cesena').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(plant(/^Cesena/)).toHaveFocus();
    await userEvent.keyboard(' ');
    expect([seen.ticked, seen.selected]).toEqual([['1'], []]);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(heading('Forlì-Cesena')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(heading('Forlì-Cesena')).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(heading('Costa')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowRight} ');
    await expect.element(heading('Forlì-Cesena')).toHaveAttribute('aria-expanded', 'true');
    expect(seen.ticked).toEqual(['1', '2']);
    await userEvent.keyboard('{End}');
    await expect.element(plant(/^Rimini/)).toHaveFocus();
    window.removeEventListener('keydown', note);
    expect(reached).toEqual([]);
  });

  test('plants of no group stand last; with no grouping there is one list', async () => {
    await renderColumn(FEW, [createGroup('Costa', [3])]);
    await expect.element(heading('Senza gruppo')).toMatchTextContent(/1 di 2/);
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Raggruppa gli impianti' }), 'Senza gruppi');
    await expect.element(heading('Impianti')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(page.getByRole('group', { name: 'Costa' })).not.toBeInTheDocument();
    expect(usePreferences.getState().plantGrouping).toBe('none');
  });

  test('a name that is markup stays text', async () => {
    await renderColumn(FEW, [createGroup('<img src=x onerror=alert(1)>', [1])]);
    await expect.element(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(document.querySelectorAll('nav img')).toHaveLength(0);
  });
});

describe('five hundred plants', () => {
  const MANY = Array.from({ length: 500 }, (_, i) => createEntry(i + 1, `Impianto ${String(i + 1).padStart(3, '0')}`));
  const TWENTY = Array.from({ length: 20 }, (_, i) =>
    createGroup(
      `Provincia ${i + 1}`,
      MANY.slice(i * 25, i * 25 + 25).map(({ plantId }) => Number(plantId)),
    ),
  );
  const countNodes = (): number => document.querySelectorAll('nav *').length;
  const countRows = (): number => document.querySelectorAll('nav [data-plant]').length;

  test('are folded, so that few elements are drawn; one group draws its own', async () => {
    await renderColumn(MANY, TWENTY);
    await expect.element(heading('Provincia 20')).toHaveAttribute('aria-expanded', 'false');
    expect(countRows()).toBe(0);
    expect(countNodes()).toBeLessThan(600);
    await userEvent.click(heading('Provincia 2'));
    await expect.element(plant(/^Impianto 026/)).toBeVisible();
    expect(countRows()).toBe(25);
  });

  test('of one group of all of them are drawn fifty at a time', async () => {
    const seen = await renderColumn(MANY, [
      createGroup(
        'Regione',
        MANY.map(({ plantId }) => Number(plantId)),
      ),
    ]);
    await userEvent.click(heading('Regione'));
    expect(countRows()).toBe(50);
    expect(countNodes()).toBeLessThan(1500);
    await userEvent.click(page.getByRole('button', { name: 'Mostra altri 450' }));
    expect(countRows()).toBe(100);
    await userEvent.click(groupTick('Regione'));
    expect(seen.ticked).toHaveLength(500);
  });

  test('are found by the name of a plant or of a group', async () => {
    await renderColumn(MANY, TWENTY);
    const field = page.getByRole('textbox', { name: 'Cerca impianto o gruppo' });
    await userEvent.fill(field, 'impianto 31');
    await expect.element(plant(/^Impianto 310/)).toBeVisible();
    expect(countRows()).toBe(10);
    await userEvent.fill(field, 'PROVINCIA 20');
    await expect.element(plant(/^Impianto 500/)).toBeVisible();
    expect(countRows()).toBe(25);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(heading('Provincia 20')).toHaveFocus();
    await userEvent.fill(field, 'nessuno');
    await expect.element(page.getByText('Nessun impianto o gruppo con questo nome.')).toBeVisible();
    await userEvent.fill(field, '');
    await expect.element(heading('Provincia 20')).toHaveAttribute('aria-expanded', 'false');
  });
});
