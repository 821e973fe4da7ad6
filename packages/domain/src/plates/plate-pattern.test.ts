import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldPlate, isValidPlate, normalisePlate } from './normalise-plate.ts';
import { toLikePattern, matchesTerm, parsePlatePattern, type PlateTerm } from './plate-pattern.ts';

function terms(text: string): readonly PlateTerm[] {
  const parsed = parsePlatePattern(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.terms;
}
const matches = (pattern: string, plate: string): boolean => terms(pattern).some((term) => matchesTerm(plate, term));

describe('plate patterns (T 5.1)', () => {
  it.each([
    ['AB*', 'AB123CD', true],
    ['AB*', 'XAB12CD', false],
    ['*CD', 'AB123CD', true],
    ['*CD', 'AB123CDX', false],
    ['*12*', 'AB123CD', true],
    ['*12*', 'AB132CD', false],
    ['A*C', 'ABBC', true],
    ['A*C', 'AC', true],
    ['A*C', 'ABCD', false],
    ['AB*CD*EF', 'ABXCDXEF', true],
    ['AB*CD*EF', 'ABXEFCD', false],
    ['*', 'ANY', true],
    ['**', 'ANY', true],
  ])('FLT-29 %s on %s: %s', (pattern, plate, expected) => expect(matches(pattern, plate)).toBe(expected));

  it.each([
    ['AB123CD,EF456GH', ['AB123CD', 'EF456GH']],
    ['AB123CD;EF456GH', ['AB123CD', 'EF456GH']],
    [' ab 123 cd , ;', ['AB123CD']],
    ['=AB123CD', ['AB123CD']],
    [',;=', []],
    ['', []],
  ])('FLT-30 %j are the plates %j', (pattern, plates) => expect(terms(pattern).map((t) => t.literal)).toEqual(plates));

  it('FLT-27 {n} stands for exactly n unknown characters, = for the plate as read (TA07)', () => {
    expect(matches('AB{3}CD', 'AB123CD')).toBe(true);
    expect(matches('AB{3}CD', 'AB12CD')).toBe(false);
    expect(matches('AB{3}CD', 'AB1234CD')).toBe(false);
    expect(terms('=AB1').map((t) => t.onlyAsRead)).toEqual([true]);
  });

  it.each(['A{', 'A}', 'A{}', 'A{0}', 'A{33}', 'A{x}', '{{1}'])('refuses braces that say nothing: %s', (pattern) =>
    expect(parsePlatePattern(pattern)).toEqual({ ok: false, reason: 'braces' }),
  );

  it('refuses too many and too long alternatives, and characters no plate has', () => {
    expect(parsePlatePattern(Array.from({ length: 101 }, () => 'A').join(','))).toMatchObject({ reason: 'too_many' });
    expect(parsePlatePattern('A'.repeat(65))).toMatchObject({ reason: 'too_long' });
    for (const text of ["A'B", 'A%B', 'A_B', 'A\\B', 'A\u0000', 'Ä'])
      expect(parsePlatePattern(text)).toMatchObject({ reason: 'characters' });
  });

  it('comes to an end on a pattern made to try every way', () => {
    // Backtracking would try 2 to the 31 ways here and never get to the next line.
    expect(matches(`${'*A'.repeat(31)}B`, 'A'.repeat(32))).toBe(false);
  });

  it('agrees with a regular expression, and so does its LIKE text', () => {
    const piece = fc.oneof(fc.constantFrom('A', 'B', '1', 'AB'), fc.constant('*'), fc.constantFrom('{1}', '{2}'));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((p) => p.join(''));
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[AB1]{1,7}$/), (text, plate) => {
        const [term] = terms(text);
        if (term === undefined) throw new Error('no term');
        const like = new RegExp(`^${toLikePattern(term).replaceAll('%', '.*').replaceAll('_', '.')}$`);
        expect(matchesTerm(plate, term)).toBe(like.test(plate));
      }),
      { numRuns: 500 },
    );
  });
});

describe('plates as stored (TA26)', () => {
  it.each([
    ['ab-123 cd', 'AB123CD'],
    ['KÖ·AB 12', 'KOAB12'],
    ['GK5?8RB', 'GK5?8RB'],
    ['???', null],
    ['', null],
    ["AB'; drop", null],
    ['AB\u0000CD', null],
    ['A'.repeat(33), null],
    ['A'.repeat(10_000), null],
    ['АВ123', null],
  ])('%j is stored as %j', (raw, stored) => expect(normalisePlate(raw)).toBe(stored));

  it('SEL-03 a plate to act on has 2 to 32 letters and digits', () => {
    expect(['A', 'A?1', '**', ''].map(isValidPlate)).toEqual([false, false, false, false]);
    expect(['A1', 'A'.repeat(32)].map(isValidPlate)).toEqual([true, true]);
  });

  it('folds confusable characters to one class', () => {
    expect(foldPlate('OQDB1LSZGA')).toBe('0008115264');
    expect(foldPlate('GK5O8RB')).toBe(foldPlate('6K508R8'));
  });
});
