import { expect, it } from 'vitest';
import { formatEuroClass, isEuroClass } from './euro.ts';

it.each([
  [-1, false],
  [0, true],
  [6, true],
  [7, false],
  [5.5, false],
])('UIE-10 EURO %s is a class: %s', (value, expected) => {
  expect(isEuroClass(value)).toBe(expected);
  expect(formatEuroClass(value)).toBe(expected ? String(value) : null);
});

it('UIE-10 an unknown class is no class, and EURO 0 is not unknown', () => {
  expect(formatEuroClass(null)).toBeNull();
  expect(formatEuroClass(0)).toBe('0');
});
