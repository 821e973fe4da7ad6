import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Confusion } from './confusions.ts';
import { foldPlate } from './normalise-plate.ts';
import { parsePlatePattern } from './plate-pattern.ts';
import { matchPlateQuery, type PlateQuery } from './plate-query.ts';
import { MAX_MEASURED_TERMS, widenPlateQuery } from './widen-plate-query.ts';

function ask(pattern: string, misreads = true, variations: PlateQuery['variations'] = 0): PlateQuery {
  const parsed = parsePlatePattern(pattern);
  if (!parsed.ok) throw new Error(pattern);
  return { terms: parsed.terms, misreads, variations };
}

/** `N<M`: an M that was read as N. */
const pair = (text: string, count = 9): Confusion => ({ read: text.charAt(0), actual: text.charAt(2), count });
const findMatch = (plate: string, pattern: string, ...pairs: readonly string[]) =>
  matchPlateQuery(
    plate,
    widenPlateQuery(
      ask(pattern),
      pairs.map((text) => pair(text)),
    ).plateQuery,
  )?.kind ?? null;

it.each([
  ['AN123CD', 'AM123CD', ['N<M'], 'misread'],
  ['AM123CD', 'AM123CD', ['N<M'], 'exact'],
  ['AN123CD', 'AM*', ['N<M'], 'misread'],
  ['XXAN1', '*M{1}', ['N<M'], 'misread'],
  // The search names the actual plate: the pair has one direction.
  ['AM123CD', 'AN123CD', ['N<M'], null],
  // One measured character, beside those of the fixed classes.
  ['AN1Z3CD', 'AM123CD', ['N<M'], 'misread'],
  ['NN123CD', 'MM123CD', ['N<M'], null],
  ['AN123CH', 'AM123CM', ['N<M', 'H<M'], null],
  // What was read is folded like everything else.
  ['AB123CD', 'AT123CD', ['8<T'], 'misread'],
  ['AN123CD', '=AM123CD', ['N<M'], null],
  ['AN123CD', 'AM123CD,AN123CD', ['N<M'], 'exact'],
  // Nobody can search for an unread character or a wildcard in a list entry.
  ['A?123CD', 'AM123CD', ['?<M'], null],
  ['AX123CD', 'AM123CD', ['*<M', '<M'], null],
])('FLT-25 %s asked as %s, measured %j: %s', (plate, pattern, pairs, kind) => {
  expect(findMatch(plate, pattern, ...pairs)).toBe(kind);
});

it('FLT-25 leaves searches without misreads, and those with variations, as they are', () => {
  for (const asked of [ask('AM123CD', false), ask('AM123CD', true, 1), ask('=AM123CD'), ask('')]) {
    const { plateQuery, widening } = widenPlateQuery(asked, [pair('N<M')]);
    expect(plateQuery).toEqual(asked);
    expect(widening).toEqual({ used: [], leftOut: 0 });
  }
});

it('FLT-25 names the pairs that added something, and those that would have added too much', () => {
  const pairs = [pair('8<B', 50), pair('N<M', 20), pair('K<X', 15), pair('T<Y', 12)];
  const many = Array.from({ length: MAX_MEASURED_TERMS }, (_, n) => `M${n + 100}Y${n < 2 ? 'X' : ''}`).join(',');
  const { plateQuery, widening } = widenPlateQuery(ask(many), pairs);
  expect(widening).toEqual({ used: [pair('N<M', 20)], leftOut: 2 });
  expect(plateQuery.terms).toHaveLength(2 * MAX_MEASURED_TERMS);
  // The class of 8 holds B already, and no plate has a Y twice.
  expect(widenPlateQuery(ask('MB1'), pairs).widening).toEqual({ used: [pair('N<M', 20)], leftOut: 0 });
  expect(widenPlateQuery(ask('X*,Y1'), pairs).widening).toEqual({ used: pairs.slice(2), leftOut: 0 });
});

/** Characters that the fixed classes make equal, as a regular expression. */
const classOf = (sign: string): string =>
  `[${[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].filter((one) => foldPlate(one) === foldPlate(sign)).join('')}]`;

/** The definition by brute force: the term, or the term with one character replaced by what a camera reads for it. */
function fits(plate: string, term: string, pairs: readonly Confusion[]): boolean {
  const tokens = term.match(/[A-Z0-9]|\*|\{\d\}/g) ?? [];
  const sources = tokens.map((token) => (token === '*' ? '.*' : token.startsWith('{') ? `.${token}` : classOf(token)));
  const replaced = tokens.flatMap((token, at) =>
    pairs.filter(({ actual }) => actual === token).map(({ read }) => sources.with(at, classOf(read))),
  );
  return [sources, ...replaced].some((one) => new RegExp(`^${one.join('')}$`).test(plate));
}

it('FLT-25 random plates, terms and pairs agree with the definition by brute force', () => {
  const sign = fc.constantFrom(...'MNH8B');
  const piece = fc.oneof({ weight: 5, arbitrary: sign }, { weight: 1, arbitrary: fc.constantFrom('*', '{1}', '{2}') });
  const terms = fc.array(
    fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
    { minLength: 1, maxLength: 2 },
  );
  const pairs = fc.uniqueArray(
    fc.tuple(sign, sign).filter(([read, actual]) => read !== actual),
    { maxLength: 2, selector: String },
  );
  const plates = fc.array(fc.stringMatching(/^[MNH8B]{1,4}$/), { minLength: 30, maxLength: 30 });
  let widened = 0;
  fc.assert(
    fc.property(terms, pairs, plates, (texts, measured, all) => {
      const known = measured.map(([read, actual]) => ({ read, actual, count: 5 }));
      const { plateQuery } = widenPlateQuery(ask(texts.join(',')), known);
      for (const plate of all) {
        const found = matchPlateQuery(plate, plateQuery);
        expect(found !== null, plate).toBe(texts.some((text) => fits(plate, text, known)));
        const plain = matchPlateQuery(plate, ask(texts.join(',')));
        // A plate found without pairs matches as it did; the others are misreads.
        expect(found).toEqual(plain ?? (found === null ? null : { kind: 'misread' }));
        if (plain === null && found !== null) widened += 1;
      }
    }),
    { numRuns: 500 },
  );
  expect(widened).toBeGreaterThan(100);
});
