import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { PlantCompleteness } from '@varco/domain/federation/completeness.ts';
import { describe, expect, it } from 'vitest';
import { describePlantOutcome } from './CompletenessDetails.tsx';
import { formatAge } from './format-age.ts';

const { t } = createI18n('it');
const plant = (change: Partial<PlantCompleteness>): PlantCompleteness => ({
  plantId: '1',
  outcome: { state: 'completed' },
  rows: 8,
  count: null,
  newestRead: '2026-11-20T13:00:00.000Z',
  newestReadAgeMs: 12_500,
  faults: [],
  ...change,
});

describe('completeness in words, plant by plant', () => {
  it.each([
    ['answered', plant({}), 210, '210 transiti · lettura più recente 12 s fa'],
    ['one row, not counted', plant({ rows: 1 }), null, 'almeno 1 transito · lettura più recente 12 s fa'],
    ['no read yet', plant({ rows: 0, newestRead: null, newestReadAgeMs: null }), 0, '0 transiti · nessuna lettura'],
    [
      'limited',
      plant({ outcome: { state: 'partial', reasons: ['gates', 't_max'] } }),
      47,
      '47 transiti · lettura più recente 12 s fa · varchi limitati · ricerca limitata nel tempo',
    ],
    ['pending', plant({ outcome: { state: 'pending' } }), null, 'in ricezione...'],
    [
      'failed',
      plant({ outcome: { state: 'error', failure: 'unreachable' } }),
      null,
      'nessuna risposta: Collegamento non riuscito.',
    ],
    [
      'not asked',
      plant({ outcome: { state: 'notAsked', reason: 'no_permission' } }),
      null,
      'non interrogato: senza permessi',
    ],
  ])('GEN-01 %s', (_name, facts, count, text) => expect(describePlantOutcome(t, facts, count)).toBe(text));

  it.each([
    [['M', 'N'], 0, 'ricerca ampliata da 1 scambio misurato qui: M\u00a0letta\u00a0N'],
    [
      ['M', 'N', 'H', 'M'],
      1,
      'ricerca ampliata da 2 scambi misurati qui: M\u00a0letta\u00a0N, H\u00a0letta\u00a0M · 1 scambio tralasciato: troppe targhe cercate',
    ],
    [[], 2, '2 scambi tralasciati: troppe targhe cercate'],
  ])('FLT-25 pairs %j widened the search, %d did not fit', (signs, esclusi, text) => {
    const usati = signs.flatMap((giusta, at) => (at % 2 === 0 ? [{ giusta, letta: signs[at + 1] ?? '' }] : []));
    const words = describePlantOutcome(t, plant({}), 3, { usati, esclusi });
    expect(words).toBe(`3 transiti · lettura più recente 12 s fa · ${text}`);
  });

  it.each([
    [59_999, '59 s fa'],
    [60_000, '1 min fa'],
    [3_600_000, '1 h fa'],
    [90_000_000, '1 gg fa'],
  ])('an age of %d ms', (ms, text) => expect(formatAge(t, ms)).toBe(text));
});
