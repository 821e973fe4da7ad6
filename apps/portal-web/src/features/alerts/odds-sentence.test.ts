import { ODDS_TERMS } from '@varco/domain/alerts/misread-odds.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, it } from 'vitest';
import { createTestOdds } from '../../../test/alert-responses.ts';
import { listReasonsAgainst, toPercent } from './odds-sentence.ts';

const { t } = createI18n('it');

it('the strongest reasons come first, and what differs of the vehicle is one reason', () => {
  const odds = createTestOdds({
    gate: 0.69,
    brand: -2.2,
    colour: -0.9,
    corrections: -2,
    neighbour: -1.8,
    earlier: -0.5,
  });
  expect(listReasonsAgainst(odds, t)).toEqual([
    'il veicolo visto è FIAT Panda bianco, quello registrato BMW X3 nero',
    '31 correzioni 8/3 a questo varco in un mese',
    'ZA003AA, che ne differisce per 8/3, è passata 20 volte',
  ]);
});

it('every term has a reason in both languages, whatever is known beside it', () => {
  for (const language of ['it', 'en'] as const)
    for (const term of ODDS_TERMS) {
      const odds = createTestOdds({ [term]: -1 }, { atteso: null, vicina: null, coppia: '' });
      const [reason = ''] = listReasonsAgainst(odds, createI18n(language).t);
      expect(reason.length, term).toBeGreaterThan(5);
      expect(reason).not.toContain('alerts:');
    }
  expect(listReasonsAgainst(createTestOdds({ brand: 1.6 }), t)).toEqual([]);
});

it('a character in doubt without a near plate names no pair', () => {
  const odds = createTestOdds({ character: -1.3 }, { vicina: null, coppia: '' });
  expect(listReasonsAgainst(odds, t)).toEqual(['un carattere è letto con molta meno sicurezza degli altri']);
});

it('an estimate never says 0 or 100 percent', () => {
  expect([0, 0.004, 0.5, 0.996, 1].map(toPercent)).toEqual([1, 1, 50, 99, 99]);
});
