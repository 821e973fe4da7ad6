import { expect, test } from 'vitest';
import { compareCharacters } from './differing-characters.ts';

const mark = (read: string, plate: string): string =>
  compareCharacters(read, plate)
    .map(({ character, isDiffering }) => (isDiffering ? `[${character}]` : character))
    .join('');

test.each([
  ['the same plate', 'AB123CD', 'AB123CD', 'AB123CD'],
  ['other characters', 'A8123CO', 'AB123CD', 'A[8]123C[O]'],
  ['one too many', 'AB1123CD', 'AB123CD', 'AB1[1]23CD'],
  ['one missing: nothing of the read is wrong', 'AB13CD', 'AB123CD', 'AB13CD'],
  ['nothing in common', 'ZZZZ', 'AB123CD', '[Z][Z][Z][Z]'],
  ['compared with no plate', 'AB1', '', '[A][B][1]'],
])('%s', (_what, read, plate, expected) => {
  expect(mark(read, plate)).toBe(expected);
});
