import { describe, expect, it } from 'vitest';
import { matchEntries, type PaletteEntry } from './palette-entries.ts';

const entry = (group: PaletteEntry['group'], label: string, hint = ''): PaletteEntry => ({
  id: label,
  group,
  icon: 'list',
  label,
  hint,
  run: () => undefined,
});
const ALL = [
  entry('commands', 'Cambia tema'),
  entry('screens', 'Impostazioni: sicurezza'),
  entry('screens', 'Credenziali degli impianti'),
  entry('plants', 'Forlì Sud', 'FOR'),
  entry('tabs', 'Elenco transiti', 'GK508RB'),
];
const found = (query: string): readonly string[] => matchEntries(ALL, query).map(({ label }) => label);

describe('what the palette finds', () => {
  it('everything without a query, group by group', () => {
    expect(found('  ')).toEqual([
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
    expect(found(query)).toEqual(expected);
  });
});
