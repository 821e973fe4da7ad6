import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NONE, OrdinalTable, SEVERAL } from './ordinal-hash-table.ts';

/** Hashes of which many are equal, and many fall on the same slot. */
const hash = fc.constantFrom(0, 1, -1, 7, 1024, 2048, -2048, 1_000_000_007, 0x7fff_ffff, -0x8000_0000);

it('every ordinal is found by its hash, before and after the table grew; a hash of several is told', () => {
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 60 }), fc.nat({ max: 3_000 }), (hashes, others) => {
      const table = new OrdinalTable(1);
      for (const [ordinal, one] of hashes.entries()) table.add(one, ordinal);
      // Others that make it grow.
      for (let n = 0; n < others; n += 1) table.add(0x1000_0000 + n * 5, 1_000 + n);
      for (const one of new Set(hashes)) {
        const own = [...hashes.keys()].filter((ordinal) => hashes[ordinal] === one);
        expect(table.findOnly(one)).toBe(own.length === 1 ? own[0] : SEVERAL);
        for (const ordinal of own) expect(table.find(one, (found) => found === ordinal)).toBe(ordinal);
        expect(table.find(one, () => false)).toBe(NONE);
      }
      expect(table.findOnly(12_345)).toBe(NONE);
    }),
  );
});
