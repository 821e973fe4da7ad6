import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import { matchPlateQuery, type PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { PlateMatchSet } from './plate-match-set.ts';
import { BLOCK_PLATES, PlateTable } from './plate-table.ts';

/** Characters that cameras confuse, so that misreads and variations occur often. */
const plate = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[AB08OD1IL]{1,7}$/) },
  { weight: 3, arbitrary: fc.stringMatching(/^[A-Z0-9]{7}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[AB0?][AB08?]{0,8}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[AB0]{11,32}$/) },
);
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[AB08OD1I]{1,3}$/) },
  { weight: 2, arbitrary: fc.constant('*') },
  { weight: 1, arbitrary: fc.constantFrom('{1}', '{2}', '{5}') },
);
const term = fc
  .tuple(fc.boolean(), fc.array(piece, { minLength: 1, maxLength: 5 }))
  .map(([isAsRead, pieces]) => `${isAsRead && pieces.length < 3 ? '=' : ''}${pieces.join('')}`);
const question: fc.Arbitrary<PlateQuery> = fc
  .record({
    text: fc.array(term, { minLength: 1, maxLength: 6 }).map((terms) => terms.join(',')),
    misreads: fc.boolean(),
    variations: fc.constantFrom(0, 1, 2, 3),
  })
  .map(({ text, misreads, variations }) => ({ terms: termsOf(text), misreads, variations }));

function termsOf(text: string) {
  const parsed = parsePlatePattern(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.terms;
}

function found(matches: PlateMatchSet, table: PlateTable): string[] {
  [...matches.update(table)].forEach(() => {});
  const texts: string[] = [];
  matches.forEach(table, (ordinal) => texts.push(table.getText(ordinal)));
  return texts.sort();
}

const one = (text: string, n = 1) => ({ plate: text, n, firstSeen: 5, lastSeen: 7 });

it('FLT-23 FLT-25 FLT-29 random questions over random plates agree with the obvious reading, while plates come and go', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(plate, { minLength: 1, maxLength: 60 }),
      fc.uniqueArray(plate, { maxLength: 30 }),
      question,
      (first, later, requested) => {
        const table = new PlateTable(10);
        const expected = (plates: readonly string[]) =>
          plates.filter((p) => matchPlateQuery(p, requested) !== null).sort();
        for (const text of first) table.change(one(text));
        const matches = new PlateMatchSet(requested);
        expect(found(matches, table)).toEqual(expected(first));
        for (const text of later) table.change(one(text));
        const all = [...new Set([...first, ...later])];
        expect(found(matches, table)).toEqual(expected(all));
        for (const text of first) table.change(one(text, -1));
        const left = all.filter((text) => later.includes(text));
        expect(found(matches, table)).toEqual(expected(left));
        expect([table.plates, table.emptied, table.transits]).toEqual([
          left.length,
          all.length - left.length,
          later.length,
        ]);
      },
    ),
    { numRuns: 1500 },
  );
}, 120_000);

it('plates of several blocks keep their text, number and counts', () => {
  const table = new PlateTable(10);
  const texts = Array.from({ length: BLOCK_PLATES * 2 + 100 }, (_, i) => `AB${String(i).padStart(5, '0')}`);
  for (const text of texts) table.change(one(text, 2));
  for (const [at, text] of texts.entries()) {
    expect(table.find(text)).toBe(at);
    if (at % 97 === 0) expect(table.getText(at)).toBe(text);
  }
  expect(table.find('AB99999')).toBe(-1);
  const requested = { terms: termsOf('*0000'), misreads: false, variations: 0 } as const;
  expect(found(new PlateMatchSet(requested), table)).toEqual(texts.filter((text) => text.endsWith('0000')));
});

it('a list of 100 long patterns with misreads and variations is compiled and answered', () => {
  const table = new PlateTable(10);
  for (let i = 0; i < 500; i += 1) table.change(one(`A${i}B${i * 7}`));
  const text = Array.from({ length: 100 }, (_, i) => `*${i}*A*{1}*B${i}*`).join(',');
  const requested: PlateQuery = { terms: termsOf(text), misreads: true, variations: 3 };
  const all = Array.from({ length: 500 }, (_, i) => `A${i}B${i * 7}`);
  expect(found(new PlateMatchSet(requested), table)).toEqual(
    all.filter((p) => matchPlateQuery(p, requested) !== null).sort(),
  );
}, 60_000);
