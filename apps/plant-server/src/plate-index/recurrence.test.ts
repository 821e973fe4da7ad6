import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPlateQuery } from '@varco/domain/plates/plate-query.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import {
  buildIndex,
  buildMatches,
  arbitraryTransits,
  arbitraryPlateQuery,
  arbitraryWindow,
  type PlateTransit,
} from '../testing/random-transits.ts';
import type { Span } from './index-results.ts';
import type { PlateBits } from './plate-bits.ts';
import type { PlateIndex } from './plate-index.ts';
import { rankPlates, type RankRequest } from './ranking.ts';
import { selectPossiblyRecurring, countRecurring, type RecurrenceRange } from './recurrence.ts';
import { findPartialDays, computeExactTally, type PartialDayCounts, type Measure } from './tally.ts';

const measure = fc.constantFrom<Measure>('transits', 'days', 'total');
const bounds = fc.constantFrom([1, 1], [2, Infinity], [2, 3], [1, 2], [4, Infinity], [1, Infinity] as const);
const isIn = ({ ms }: PlateTransit, { fromMs, toMs }: Span): boolean => ms >= fromMs && ms < toMs;

/** Measure of each plate that passed in the window, counted one by one. */
function measured(all: readonly PlateTransit[], kind: Measure, span: Span): ReadonlyMap<string, number> {
  const plates = [...new Set(all.filter((one) => isIn(one, span)).map(({ plate }) => plate))];
  const valueOf = (plate: string): number => {
    const own = all.filter((one) => one.plate === plate);
    if (kind === 'total') return own.length;
    const inside = own.filter((one) => isIn(one, span));
    return kind === 'transits' ? inside.length : new Set(inside.map(({ ms }) => toRomeDay(ms))).size;
  };
  return new Map(plates.map((plate) => [plate, valueOf(plate)]));
}

/** Counts of the partial days as the database would return them, for a given side. */
function piecesOf(
  index: PlateIndex,
  all: readonly PlateTransit[],
  span: Span,
  side: PartialDayCounts['side'],
): readonly PartialDayCounts[] {
  return findPartialDays(index, span).map((day) => {
    const counts = new Map<string, number>();
    for (const one of all)
      if (isIn(one, day) && isIn(one, span) === (side === 'inside'))
        counts.set(one.plate, (counts.get(one.plate) ?? 0) + 1);
    return { dayFromMs: day.fromMs, side, counts: [...counts] };
  });
}

/** All groups, response by response. */
function wholeRanking(
  index: PlateIndex,
  of: PlateBits,
  values: Uint32Array,
  requested: Omit<RankRequest, 'after'>,
): { readonly got: ReadonlyMap<string, number>; readonly values: readonly number[]; readonly isNamed: boolean } {
  const got = new Map<string, number>();
  const order: number[] = [];
  let isNamed = true;
  for (let isEnd = false; !isEnd;) {
    const ranking = rankPlates(index, of, values, { ...requested, after: order.at(-1) ?? null });
    for (const { value, plates } of ranking.groups) {
      order.push(value);
      isNamed &&= plates !== null;
      for (const plate of plates ?? []) got.set(plate, value);
    }
    isEnd = ranking.isEnd || ranking.groups.length === 0;
  }
  return { got, values: order, isNamed };
}

const side = fc.constantFrom<PartialDayCounts['side']>('inside', 'outside');

describe('recurrence in memory', () => {
  it('FLT-19 whoever passed so often is among those who can have; nobody else when the window cuts no day', () => {
    fc.assert(
      fc.property(
        arbitraryTransits,
        arbitraryTransits,
        arbitraryWindow,
        measure,
        bounds,
        (all, gone, span, kind, [atLeast = 1, atMost = 1]) => {
          const index = buildIndex(all, gone);
          const ask: RecurrenceRange = { ...span, measure: kind, atLeast, atMost };
          const found = new Set<string>();
          selectPossiblyRecurring(index, null, ask).forEach(index.table, (ordinal) =>
            found.add(index.table.getText(ordinal)),
          );
          const right = [...measured(all, kind, span)].filter(([, n]) => n >= atLeast && n <= atMost);
          expect(right.filter(([plate]) => !found.has(plate))).toEqual([]);
          if (findPartialDays(index, span).length === 0 && kind !== 'total') expect(found.size).toBe(right.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('FLT-19 PLAPI-06 plates that passed so often, and their transits, are counted exactly', () => {
    fc.assert(
      fc.property(
        arbitraryTransits,
        arbitraryTransits,
        arbitraryPlateQuery,
        arbitraryWindow,
        bounds,
        side,
        (all, gone, requested, span, [atLeast = 1, atMost = 1], of) => {
          const index = buildIndex(all, gone);
          const ask: RecurrenceRange = { ...span, measure: 'transits', atLeast, atMost };
          const transits = computeExactTally(index, 'transits', span, piecesOf(index, all, span, of));
          const right = [...measured(all, 'transits', span)].filter(
            ([plate, n]) => n >= atLeast && n <= atMost && matchPlateQuery(plate, requested) !== null,
          );
          expect(countRecurring(buildMatches(index, requested), transits, ask)).toEqual({
            plates: right.length,
            transits: right.reduce((sum, [, n]) => sum + n, 0),
            platesByLog2: Array.from(
              { length: 32 },
              (_, bucket) => right.filter(([, n]) => n >= 2 ** bucket && n < 2 ** (bucket + 1)).length,
            ),
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('TBL-05 PAG-04 plates come in the order of their measure, group by group, none twice and none left out', () => {
    fc.assert(
      fc.property(
        arbitraryTransits,
        arbitraryTransits,
        arbitraryWindow,
        measure,
        fc.boolean(),
        fc.integer({ min: 1, max: 12 }),
        side,
        (all, gone, span, kind, descending, most, of) => {
          const index = buildIndex(all, gone);
          const passed = selectPossiblyRecurring(index, null, {
            ...span,
            measure: 'transits',
            atLeast: 1,
            atMost: Infinity,
          });
          const values = computeExactTally(index, kind, span, piecesOf(index, all, span, of));
          const right = measured(all, kind, span);
          const requested = { ...span, measure: kind, descending, wanted: Math.ceil(most / 3), most };
          const { got, values: order, isNamed } = wholeRanking(index, passed, values, requested);
          expect(order).toEqual([...new Set(order)].sort((a, b) => (descending ? b - a : a - b)));
          // Plates of a partial day without passages in the window may be named with their total; they have no rows in
          // it.
          for (const [plate, n] of right) if (isNamed || got.has(plate)) expect(got.get(plate)).toBe(n);
          if (kind !== 'total') expect([...got.keys()].filter((plate) => !right.has(plate))).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
