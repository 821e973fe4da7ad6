import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BLOCK_PLATES, PlateTable } from './plate-table.ts';

const plate = fc.string({ unit: fc.constantFrom(...'AB01?'), minLength: 1, maxLength: 5 });
/** Also what no stored plate can be: another character, nothing at all, a very long one. */
const text = fc.oneof(plate, fc.constantFrom('', 'à1', 'ab', 'A B', 'A'.repeat(40)));

it('joined plates are found in their order, and those the table does not have are left out', () => {
  fc.assert(
    fc.property(fc.array(plate), fc.array(text), (stored, requested) => {
      const table = new PlateTable(16);
      for (const one of stored) table.change({ plate: one, n: 1, firstSeen: 1, lastSeen: 1 });
      const expected = requested.map((one) => table.find(one)).filter((ordinal) => ordinal >= 0);
      expect([...table.findJoined(requested.join(','))]).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('plates with the same hash are told apart by their characters', () => {
  const plates: string[] = [];
  const table = new PlateTable(16);
  // Among 300 000 plates about ten pairs share their 32 bits.
  for (let n = 0; n < 300_000; n += 1) {
    const one = ((n * 60_466_169) % 36 ** 7).toString(36).toUpperCase().padStart(7, '0');
    plates.push(one);
    table.change({ plate: one, n: 1, firstSeen: 1, lastSeen: 1 });
  }
  const found = table.findJoined(plates.join(','));
  expect(found.length).toBe(plates.length);
  expect(plates.every((one, at) => table.getText(found[at] ?? 0) === one)).toBe(true);
  expect(table.blocks.length).toBe(Math.ceil(plates.length / BLOCK_PLATES));
});
