import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPlateQuery } from '@varco/domain/plates/plate-query.ts';
import {
  buildIndex,
  buildMatches,
  arbitraryTransits,
  arbitraryPlateQuery,
  arbitraryWindow,
  type PlateTransit,
} from '../testing/random-transits.ts';
import { findCandidates, countWindow, findPlates } from './index-results.ts';
import { findPartialDays } from './tally.ts';

const most = fc.constantFrom(0, 3, 1000);

describe('answers of the index', () => {
  it('FLT-29 plates and transits of a question', () => {
    fc.assert(
      fc.property(arbitraryTransits, arbitraryTransits, arbitraryPlateQuery, most, (all, gone, plateQuery, limit) => {
        const index = buildIndex(all, gone);
        const fits = all.filter(({ plate }) => matchPlateQuery(plate, plateQuery) !== null);
        const plates = [...new Set(fits.map(({ plate }) => plate))];
        const found = findPlates(index, buildMatches(index, plateQuery), limit);
        expect(found).toMatchObject({ plates: plates.length, transits: fits.length });
        expect(found.named === null ? null : [...found.named].sort()).toEqual(
          plates.length > limit ? null : plates.sort(),
        );
      }),
    );
  });

  it('PLAPI-06 transits of a window: whole days, and the pieces of cut days left to the rows', () => {
    fc.assert(
      fc.property(
        arbitraryTransits,
        arbitraryTransits,
        arbitraryPlateQuery,
        arbitraryWindow,
        most,
        (all, gone, plateQuery, { fromMs, toMs }, limit) => {
          const index = buildIndex(all, gone);
          const fits = all.filter(
            ({ plate, ms }) => matchPlateQuery(plate, plateQuery) !== null && ms >= fromMs && ms < toMs,
          );
          const { whole, partialDays: cut } = countWindow(
            index,
            buildMatches(index, plateQuery),
            { fromMs, toMs },
            limit,
            [],
          );
          const inParts = cut.map((part) =>
            fits.filter(
              ({ plate, ms }) =>
                ms >= part.fromMs && ms < part.toMs && (part.named === null || part.named.includes(plate)),
            ),
          );
          expect(whole + inParts.flat().length).toBe(fits.length);
          expect(cut.length).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('PLAPI-06 where the passages of cut days are read, nothing is left to the rows', () => {
    const sides = fc.constantFrom('inside' as const, 'outside' as const);
    fc.assert(
      fc.property(
        arbitraryTransits,
        arbitraryTransits,
        arbitraryPlateQuery,
        arbitraryWindow,
        sides,
        (all, gone, plateQuery, span, side) => {
          const index = buildIndex(all, gone);
          const isIn = ({ ms }: PlateTransit, { fromMs, toMs }: typeof span) => ms >= fromMs && ms < toMs;
          const read = findPartialDays(index, span).map((day) => {
            const passed = all.filter((one) => isIn(one, day) && isIn(one, span) === (side === 'inside'));
            const passages = [new Uint32Array(passed.map(({ plate }) => index.table.find(plate)))];
            return { dayFromMs: day.fromMs, side, passages };
          });
          const fits = all.filter((one) => matchPlateQuery(one.plate, plateQuery) !== null && isIn(one, span));
          expect(countWindow(index, buildMatches(index, plateQuery), span, 3, read)).toEqual({
            whole: fits.length,
            partialDays: [],
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('PLAPI-04 the plates of a page are all that have rows in the stretch they are given for', () => {
    const order = fc.constantFrom('newest' as const, 'oldest' as const);
    const count = fc.integer({ min: 1, max: 40 });
    let complete = 0;
    fc.assert(
      fc.property(
        arbitraryTransits,
        arbitraryTransits,
        arbitraryPlateQuery,
        arbitraryWindow,
        order,
        count,
        most,
        (all, gone, plateQuery, span, pageOrder, rows, limit) => {
          const index = buildIndex(all, gone);
          const request = { ...span, order: pageOrder, count: rows, most: limit };
          const found = findCandidates(index, buildMatches(index, plateQuery), request);
          if (found === null) return;
          complete += 1;
          const isIn = ({ ms }: PlateTransit, { fromMs, toMs }: typeof span) => ms >= fromMs && ms < toMs;
          const fits = all.filter((one) => matchPlateQuery(one.plate, plateQuery) !== null && isIn(one, span));
          const inRange = fits.filter((one) => isIn(one, found));
          expect(found.plates.length).toBeLessThanOrEqual(limit);
          expect(inRange.filter(({ plate }) => !found.plates.includes(plate))).toEqual([]);
          // The range ends at the requested end of the window.
          expect(pageOrder === 'newest' ? found.toMs : found.fromMs).toBe(
            pageOrder === 'newest' ? span.toMs : span.fromMs,
          );
          if (found.isWhole) expect(inRange).toEqual(fits);
        },
      ),
      { numRuns: 1000 },
    );
    expect(complete).toBeGreaterThan(500);
  });
});
