import { expect, it } from 'vitest';
import { countConfusions } from './confusions.ts';

const pairs = (...texts: readonly string[]) =>
  countConfusions(texts.map((text) => ({ plate: text.split('>')[0] ?? '', corrected: text.split('>')[1] ?? '' })));

it('counts the one character in which read and correction differ, the most frequent pair first', () => {
  expect(pairs('AB128CD>ABI28CD', 'AB888CD>AB8B8CD', 'AB008CD>AB00BCD', 'AB108CD>ABI08CD', 'AA108CD>AAI08CD')).toEqual([
    { read: '1', actual: 'I', count: 3 },
    { read: '8', actual: 'B', count: 2 },
  ]);
});

it('leaves out corrections of length or of several characters, and passages without a plate', () => {
  expect(pairs('AB12CD>AB123CD', 'AB123CD>AB132CD', '>AB123CD', 'AB123CD>AB123CD')).toEqual([]);
});
