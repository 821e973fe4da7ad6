import { expect, it } from 'vitest';
import { isCommonPassword, parseCommonWords } from './common-password.ts';
import { COMMON_WORDS } from './common-words.ts';

const WORDS = parseCommonWords(COMMON_WORDS);

it.each([
  'password1234',
  'Password2026!',
  'P@ssw0rd!!!!',
  'p4ssw0rd1234',
  'passwordpassword',
  'monkey-dragon-99',
  'qwertyuiopasd',
  'poiuytrewqmnb',
  'abcdefghijklm',
  'aaaaaaaaaaaaaaaa',
  'xyxyxyxyxyxyxy',
  '20261121202611',
  '!!!! 0000 ????',
  'Estate2026!!!!',
  'VarcoVarco2026',
  'Carabinieri.112',
  'PoliziaLocale1!',
  'Ｐassword1234',
])('ACCT-10 a guesser tries %s first: refused', (password) => {
  expect(isCommonPassword(password, WORDS)).toBe(true);
});

it.each([
  'Corretto cavallo 9 pilà',
  'Quattro cavalli 9',
  'Varco-nuova-riva-66',
  'tre gatti sul tetto rosso',
  'vJ7!qpLz0_wRk2',
  'Nuova strada 44 sul mare',
])('ACCT-10 %s is none of them', (password) => {
  expect(isCommonPassword(password, WORDS)).toBe(false);
});

it('ACCT-10 the list has well over 3 000 entries, each once, lower case', () => {
  const words = COMMON_WORDS.trim().split(/\s+/);
  expect(words.length).toBeGreaterThan(3000);
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((word) => !/^[a-z0-9]{4,32}$/.test(word))).toEqual([]);
});
