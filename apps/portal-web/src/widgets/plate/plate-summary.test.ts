import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, test } from 'vitest';
import { shortenPlate, summarizePlateQuery } from './plate-summary.ts';

const { t } = createI18n('it');
const plateFilter = { plate: '', misreads: false, variations: 0, hasTaxCodes: true };

test.each([
  [{ plate: 'GK5*' }, 'GK5* · 1 targa'],
  [{ plate: 'GK5*,*48*', misreads: true }, 'GK5*,*48* · 2 targhe · caratteri simili'],
  [{ plate: 'AB123CD', variations: 2 }, 'AB123CD · 1 targa · fino a 2 variazioni'],
  [{ plate: '=AB123CD', misreads: true, variations: 1 }, '=AB123CD · 1 targa · come letta'],
  [{ plate: 'RSSMRA80A01H199X' }, 'RSSMRA80A01H199X · veicoli intestati a questo codice fiscale'],
  [{ plate: 'RSSMRA80A01H199X', hasTaxCodes: false }, 'RSSMRA80A01H199X · 1 targa'],
])('%o is told as "%s"', (change, text) => {
  expect(summarizePlateQuery(t, { ...plateFilter, ...change })).toEqual({ text, isWrong: false });
});

test.each([
  ['AB{0}', 'Tra le graffe va un numero da 1 a 32'],
  [Array.from({ length: 101 }, () => 'A*').join(','), 'Troppe targhe: al massimo 100'],
  ['A'.repeat(65) + '*,B', 'Targa troppo lunga: al massimo 64 caratteri'],
])('what a plant would refuse is told before it is asked: %s', (plate, text) => {
  expect(summarizePlateQuery(t, { ...plateFilter, plate })).toEqual({ text, isWrong: true });
});

test('SRCH-25 a plate of 20 characters is cut to 16 in a summary, one of 16 is not', () => {
  expect(shortenPlate('ABCDEFGHIJKLMNOPQRST')).toBe('ABCDEFGHIJKLMNOP…');
  expect(shortenPlate('ABCDEFGHIJKLMNOP')).toBe('ABCDEFGHIJKLMNOP');
});
