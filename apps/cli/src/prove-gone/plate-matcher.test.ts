import { expect, test } from 'vitest';
import { PlateMatcher } from './plate-matcher.ts';

/** The plates that a search by `indexOf` finds. */
const findSlowly = (plates: readonly string[], bytes: Buffer): string[] =>
  plates.filter((plate) => bytes.includes(plate)).sort();

function find(plates: readonly string[], bytes: Buffer): string[] {
  const found = new Set<string>();
  new PlateMatcher(plates).find(bytes, found);
  return [...found].sort();
}

test('finds plates within longer runs, one in another, at both ends and between any bytes', () => {
  const plates = ['AB123CD', 'AB123', 'ZZ999ZZ', 'QQ00000000000'];
  for (const text of ['AB123CD', 'xAB123x', '99AB123CD99', 'ZZ999ZZ', 'AB12ZZ999Z', '\u0000AB123CD\u00FFZZ999ZZ', ''])
    expect(find(plates, Buffer.from(text, 'latin1'))).toEqual(findSlowly(plates, Buffer.from(text, 'latin1')));
});

test('finds what a slow search finds in bytes without order', () => {
  let state = 7;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const letters = 'AB12\u0001';
  const bytes = Buffer.from(Array.from({ length: 20_000 }, () => letters[next(5)]).join(''), 'latin1');
  const plates = Array.from({ length: 300 }, () =>
    Array.from({ length: 5 + next(4) }, () => letters[next(4)]).join(''),
  );
  const found = find([...new Set(plates)], bytes);
  expect(found.length).toBeGreaterThan(50);
  expect(found).toEqual(findSlowly([...new Set(plates)], bytes));
});
