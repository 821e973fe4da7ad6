import { expect, test } from 'vitest';
import { formatHazard, formatSubstance, loadDangerousGoods } from './dangerous-goods.ts';

const it = await loadDangerousGoods('it');
const en = await loadDangerousGoods('en');

test('both languages name the same substances and hazards, and more than 2,300 of them', () => {
  expect(Object.keys(en.substances)).toEqual(Object.keys(it.substances));
  expect(Object.keys(en.hazards)).toEqual(Object.keys(it.hazards));
  expect(Object.keys(it.substances).length).toBeGreaterThan(2300);
});

test('numbers have the form of the panel and names are short single lines', () => {
  for (const texts of [it, en]) {
    for (const [un, name] of Object.entries(texts.substances)) {
      expect(un).toMatch(/^[0-3]\d{3}$/);
      expect(name, un).toMatch(/^\S[^\n]{1,108}\S$/);
      expect(name.split('(').length, un).toBe(name.split(')').length);
    }
    for (const kemler of Object.keys(texts.hazards)) expect(kemler).toMatch(/^X?[2-9]\d{1,2}$/);
  }
});

test('the panels most often met on the road have a name and a meaning', () => {
  for (const panel of [
    '30/1202',
    '33/1203',
    '23/1965',
    '223/1972',
    '225/1073',
    '22/1977',
    '80/1824',
    '99/3257',
    '70/2915',
  ]) {
    const [kemler = '', un = ''] = panel.split('/');
    expect(formatSubstance(it, un)).toContain(' — ');
    expect(formatHazard(it, kemler)).toContain(' — ');
  }
});

test('a number is named in the language of the reader', () => {
  expect(formatSubstance(it, '1203')).toBe('1203 — Benzina');
  expect(formatSubstance(en, '1203')).toBe('1203 — Motor spirit (petrol, gasoline)');
  expect(formatHazard(it, 'X423')).toBe(
    "X423 — Solido che reagisce pericolosamente con l'acqua sviluppando gas infiammabili",
  );
});

test('an unknown or hostile number is shown as it came', () => {
  for (const un of ['', '9999', '0000', 'constructor', '__proto__']) expect(formatSubstance(it, un)).toBe(un);
  for (const kemler of ['', '12', 'toString']) expect(formatHazard(en, kemler)).toBe(kemler);
  expect(formatSubstance(null, '1203')).toBe('1203');
});
