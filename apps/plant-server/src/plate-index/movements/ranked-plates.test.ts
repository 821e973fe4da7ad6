import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RankedPlates } from './ranked-plates.ts';

it('plates have places in the order of their numbers, whatever lists they come in and how often; all others have none', () => {
  const lists = fc.array(fc.array(fc.integer({ min: 0, max: 299 })), { maxLength: 4 });
  fc.assert(
    fc.property(lists, (numbers) => {
      const ranked = new RankedPlates(
        300,
        numbers.map((list) => Uint32Array.from(list)),
      );
      const ascending = [...new Set(numbers.flat())].toSorted((a, b) => a - b);
      expect(Array.from(ranked.listOrdinals())).toEqual(ascending);
      expect(ranked.size).toBe(ascending.length);
      for (let id = 0; id < 300; id += 1) expect(ranked.getRank(id)).toBe(ascending.indexOf(id));
    }),
  );
});

it('full words and the last number of a word count', () => {
  const all = Uint32Array.from({ length: 96 }, (_, id) => id);
  const ranked = new RankedPlates(96, [all]);
  expect([0, 31, 32, 95].map((id) => ranked.getRank(id))).toEqual([0, 31, 32, 95]);
  expect(new RankedPlates(96, [Uint32Array.of(31)]).getRank(31)).toBe(0);
  expect(new RankedPlates(96, []).listOrdinals()).toEqual(new Uint32Array(0));
});
