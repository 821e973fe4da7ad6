import { expect, it } from 'vitest';
import { parsePlatePattern } from './plate-pattern.ts';
import { matchPlateQuery, type PlateQuery } from './plate-query.ts';

function ask(pattern: string, misreads = false, variations: PlateQuery['variations'] = 0): PlateQuery {
  const parsed = parsePlatePattern(pattern);
  if (!parsed.ok) throw new Error(pattern);
  return { terms: parsed.terms, misreads, variations };
}

it.each([
  ['AB123CD', 'AB123CD', 'exact'],
  ['AB123CD', 'AB*', 'exact'],
  ['AB123CD', 'A{2}23C{1}', 'exact'],
  ['A8I23CD', 'AB123CD', null],
])('FLT-23 FLT-25 %s asked as %s, nothing allowed: %s', (plate, pattern, kind) => {
  expect(matchPlateQuery(plate, ask(pattern))?.kind ?? null).toBe(kind);
});

it.each([
  ['A8I23CD', 'AB123CD', true, 0, { kind: 'misread' }],
  ['A8I23CD', 'AB1*', true, 0, { kind: 'misread' }],
  ['A8I23CD', '=AB123CD', true, 3, null],
  ['AB124CD', 'AB123CD', false, 1, { kind: 'variation', errors: 1 }],
  ['AB13CD', 'AB123CD', false, 1, { kind: 'variation', errors: 1 }],
  ['AB1234CD', 'AB123CD', false, 1, { kind: 'variation', errors: 1 }],
  ['XB124CY', 'AB123CD', false, 2, null],
  ['XB124CY', 'AB123CD', false, 3, { kind: 'variation', errors: 3 }],
  ['A8I24CD', 'AB123CD', true, 1, { kind: 'variation', errors: 1 }],
  ['XB999', 'AB*', false, 1, { kind: 'variation', errors: 1 }],
  ['AB124CD', 'ZZ*,AB123CD', false, 1, { kind: 'variation', errors: 1 }],
] as const)(
  'FLT-23 FLT-25 %s asked as %s, misreads %s, variations %i',
  (plate, pattern, misreads, variations, found) => {
    expect(matchPlateQuery(plate, ask(pattern, misreads, variations))).toEqual(found);
  },
);
