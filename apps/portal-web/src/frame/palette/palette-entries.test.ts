import { describe, expect, it } from 'vitest';
import { filterEntries, type PaletteEntry } from './palette-entries.ts';

const buildEntry = (group: PaletteEntry['group'], label: string, hint = ''): PaletteEntry => ({
  id: label,
  group,
  icon: 'list',
  label,
  hint,
  run: () => undefined,
});
const ALL_ENTRIES = [
  buildEntry('commands', 'Cambia tema'),
  buildEntry('screens', 'Impostazioni: sicurezza'),
  buildEntry('screens', 'Credenziali degli impianti'),
  buildEntry('plants', 'Forlì Sud', 'FOR'),
  buildEntry('tabs', 'Elenco transiti', 'GK508RB'),
];
const findEntryIds = (query: string): readonly string[] => filterEntries(ALL_ENTRIES, query).map(({ label }) => label);

describe('what the palette finds', () => {
  it('everything without a query, group by group', () => {
    expect(findEntryIds('  ')).toEqual([
      'Elenco transiti',
      'Impostazioni: sicurezza',
      'Credenziali degli impianti',
      'Forlì Sud',
      'Cambia tema',
    ]);
  });

  it.each([
    ['accents and case do not count', 'FORLI', ['Forlì Sud']],
    ['every word counts, in any order', 'impianti cred', ['Credenziali degli impianti']],
    ['the hint is searched too', 'gk508', ['Elenco transiti']],
    [
      'what begins a word comes before what is within one',
      'i',
      ['Elenco transiti', 'Impostazioni: sicurezza', 'Credenziali degli impianti', 'Forlì Sud', 'Cambia tema'],
    ],
    ['nothing', 'zzz', []],
  ])('%s', (_title, query, expected) => {
    expect(findEntryIds(query)).toEqual(expected);
  });
});
