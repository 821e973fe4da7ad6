import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closenessOf } from '@varco/domain/plates/plate-question.ts';
import { indexOf, matchesOf, passages, question, window, type Passage } from '../testing/random-passages.ts';
import { candidatesFor, countWindow, findPlates } from './index-answers.ts';

const most = fc.constantFrom(0, 3, 1000);

describe('answers of the index', () => {
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
          // The range ends at the requested end of the window.
          expect(way === 'newest' ? found.toMs : found.fromMs).toBe(way === 'newest' ? span.toMs : span.fromMs);
          if (found.isWhole) expect(inStretch).toEqual(fits);
        },
      ),
      { numRuns: 1000 },
    );
    expect(complete).toBeGreaterThan(500);
  });
});
