import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import { closenessOf, type PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { romeDayOf } from '@varco/domain/time/rome.ts';
import { candidatesFor, countWindow, findPlates, frequentPlates } from './index-answers.ts';
import { Matches } from './matches.ts';
import { PlateIndex } from './plate-index.ts';

const DAY_MS = 86_400_000;
/** The night the clock goes back lies among these days. */
const FIRST_MS = Date.parse('2026-10-20T00:00:00.000Z');
const LENGTH_MS = 12 * DAY_MS;

interface Passage {
  readonly plate: string;
  readonly ms: number;
}

const passage: fc.Arbitrary<Passage> = fc.record({
  plate: fc.stringMatching(/^[AB][AB01][01][AB]$/),
  // Few different seconds, so that some fall together, and midnights of Rome.
  ms: fc.oneof(
    fc.integer({ min: 0, max: LENGTH_MS }).map((ago) => FIRST_MS + ago),
    fc.integer({ min: 0, max: 24 }).map((n) => FIRST_MS + n * (DAY_MS / 2) - 2 * 3_600_000),
  ),
});
const window = fc
  .tuple(fc.integer({ min: -DAY_MS, max: LENGTH_MS }), fc.integer({ min: 1, max: LENGTH_MS + DAY_MS }))
  .map(([from, length]) => ({ fromMs: FIRST_MS + from, toMs: FIRST_MS + from + length }));
const question: fc.Arbitrary<PlateQuestion> = fc
  .record({ text: fc.constantFrom('A*', '*1A', '*', '{2}0*', 'AB0A,BB1B', '*0*'), variations: fc.constantFrom(0, 1) })
  .map(({ text, variations }) => {
    const parsed = parsePlatePattern(text);
    if (!parsed.ok) throw new Error(text);
    return { terms: parsed.terms, misreads: false, variations };
  });

const changeOf = ({ plate, ms }: Passage, n = 1) => ({
  plate,
  n,
  day: Math.round(Date.parse(`${romeDayOf(ms)}T00:00:00.000Z`) / DAY_MS),
  firstSeen: Math.floor(ms / 1000),
  lastSeen: Math.floor(ms / 1000),
});

/** An index that also had passages which are gone again, as after a deletion. */
function indexOf(passages: readonly Passage[], gone: readonly Passage[]): PlateIndex {
  const index = new PlateIndex(10);
  index.apply(gone.map((one) => changeOf(one)));
  index.apply(passages.map((one) => changeOf(one)));
  index.apply(gone.map((one) => changeOf(one, -1)));
  return index;
}

function matchesOf(index: PlateIndex, asked: PlateQuestion): Matches {
  const matches = new Matches(asked);
  [...matches.update(index.table)].forEach(() => {});
  return matches;
}

const passages = fc.array(passage, { maxLength: 120 });
const most = fc.constantFrom(0, 3, 1000);

describe('answers of the index', () => {
  it('FLT-19 whoever passed often enough in a window is among the frequent plates', () => {
    fc.assert(
      fc.property(
        passages,
        passages,
        window,
        fc.integer({ min: 2, max: 6 }),
        most,
        (all, gone, span, atLeast, limit) => {
          const found = frequentPlates(indexOf(all, gone), span, atLeast, limit);
          const inside = all.filter(({ ms }) => ms >= span.fromMs && ms < span.toMs);
          const wanted = [...new Set(inside.map(({ plate }) => plate))].filter(
            (plate) => inside.filter((one) => one.plate === plate).length >= atLeast,
          );
          if (found === null) return;
          expect(found.length).toBeLessThanOrEqual(limit);
          expect(wanted.filter((plate) => !found.includes(plate))).toEqual([]);
          for (const plate of found)
            expect(all.filter((one) => one.plate === plate).length).toBeGreaterThanOrEqual(atLeast);
        },
      ),
    );
  });

  it('FLT-29 plates and transits of a question', () => {
    fc.assert(
      fc.property(passages, passages, question, most, (all, gone, asked, limit) => {
        const index = indexOf(all, gone);
        const fits = all.filter(({ plate }) => closenessOf(plate, asked) !== null);
        const plates = [...new Set(fits.map(({ plate }) => plate))];
        const found = findPlates(index, matchesOf(index, asked), limit);
        expect(found).toMatchObject({ plates: plates.length, transits: fits.length });
        expect(found.named === null ? null : [...found.named].sort()).toEqual(
          plates.length > limit ? null : plates.sort(),
        );
      }),
    );
  });

  it('PLAPI-06 transits of a window: whole days, and the pieces of cut days left to the rows', () => {
    fc.assert(
      fc.property(passages, passages, question, window, most, (all, gone, asked, { fromMs, toMs }, limit) => {
        const index = indexOf(all, gone);
        const fits = all.filter(({ plate, ms }) => closenessOf(plate, asked) !== null && ms >= fromMs && ms < toMs);
        const { whole, cut } = countWindow(index, matchesOf(index, asked), { fromMs, toMs }, limit);
        const inPieces = cut.map((piece) =>
          fits.filter(
            ({ plate, ms }) =>
              ms >= piece.fromMs && ms < piece.toMs && (piece.named === null || piece.named.includes(plate)),
          ),
        );
        expect(whole + inPieces.flat().length).toBe(fits.length);
        expect(cut.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 500 },
    );
  });

  it('PLAPI-04 the plates of a page are all that have rows in the stretch they are given for', () => {
    const order = fc.constantFrom('newest' as const, 'oldest' as const);
    const count = fc.integer({ min: 1, max: 40 });
    let complete = 0;
    fc.assert(
      fc.property(
        passages,
        passages,
        question,
        window,
        order,
        count,
        most,
        (all, gone, asked, span, way, rows, limit) => {
          const index = indexOf(all, gone);
          const request = { ...span, order: way, count: rows, most: limit };
          const found = candidatesFor(index, matchesOf(index, asked), request);
          if (found === null) return;
          complete += 1;
          const isIn = ({ ms }: Passage, { fromMs, toMs }: typeof span) => ms >= fromMs && ms < toMs;
          const fits = all.filter((one) => closenessOf(one.plate, asked) !== null && isIn(one, span));
          const inStretch = fits.filter((one) => isIn(one, found));
          expect(found.plates.length).toBeLessThanOrEqual(limit);
          expect(inStretch.filter(({ plate }) => !found.plates.includes(plate))).toEqual([]);
          // The stretch lies at the asked end.
          expect(way === 'newest' ? found.toMs : found.fromMs).toBe(way === 'newest' ? span.toMs : span.fromMs);
          if (found.isWhole) expect(inStretch).toEqual(fits);
        },
      ),
      { numRuns: 1000 },
    );
    expect(complete).toBeGreaterThan(500);
  });
});
