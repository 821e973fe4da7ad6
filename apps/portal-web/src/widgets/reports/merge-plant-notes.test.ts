import { expect, test } from 'vitest';
import { mergePlantNotes } from './merge-plant-notes.ts';

test('what is true of several plants is said once, in the order in which it was first said', () => {
  const note = (key: string, plant: string) => ({
    key,
    plant,
    say: (plants: string, count: number) => `${key} ${count}: ${plants}`,
  });
  expect(mergePlantNotes([note('late', 'A'), note('cut', 'A'), note('late', 'B'), note('gone', 'C')])).toEqual([
    'late 2: A, B',
    'cut 1: A',
    'gone 1: C',
  ]);
  expect(mergePlantNotes([])).toEqual([]);
});
