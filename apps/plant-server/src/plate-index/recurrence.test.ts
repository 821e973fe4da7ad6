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
import type { Span } from './span.ts';
import type { PlateBits } from './plate-bits.ts';
import type { PlateIndex } from './plate-index.ts';
import { rankPlates, type RankRequest } from './ranking.ts';
import { countRecurring, PlatesWithinBounds, type RecurrenceRange } from './recurrence.ts';
import { findPartialDays, getTally, type PartialDayPassages, type PartialDays, type Measure } from './tally.ts';

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

/** Passages of the partial days as they are read from the rows, in two lists, for a given side. */
function piecesOf(
  index: PlateIndex,
  all: readonly PlateTransit[],
  span: Span,
  side: PartialDayPassages['side'],
): PartialDays {
  const days = findPartialDays(index, span).map((day) => {
    const ordinals = all
      .filter((one) => isIn(one, day) && isIn(one, span) === (side === 'inside'))
      .map(({ plate }) => index.table.find(plate));
    const half = ordinals.length >> 1;
    const passages = [ordinals.slice(0, half), ordinals.slice(half)].map((list) => new Uint32Array(list));
    return { dayFromMs: day.fromMs, side, passages };
  });
  return { version: index.version, days };
}

/** All groups, response by response. */
function wholeRanking(
  index: PlateIndex,
  of: PlateBits | null,
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

const side = fc.constantFrom<PartialDayPassages['side']>('inside', 'outside');

describe('recurrence in memory', () => {
  it('FLT-19 exactly those are selected that passed so often in the window', () => {
    fc.assert(
      fc.property(
        arbitraryTransits,
        arbitraryTransits,
        arbitraryWindow,
        fc.constantFrom<Measure>('transits', 'days'),
        bounds,
        side,
        (all, gone, span, kind, [atLeast = 1, atMost = 1], of) => {
          const index = buildIndex(all, gone);
          const values = getTally(index, kind, span, piecesOf(index, all, span, of));
          const found: string[] = [];
          new PlatesWithinBounds(values, null, { atLeast, atMost }).forEach(index.table, (ordinal) =>
            found.push(index.table.getText(ordinal)),
          );
          const right = [...measured(all, kind, span)].filter(([, n]) => n >= atLeast && n <= atMost);
          expect(found.sort()).toEqual(right.map(([plate]) => plate).sort());
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
          const transits = getTally(index, 'transits', span, piecesOf(index, all, span, of));
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
          const pieces = piecesOf(index, all, span, of);
          const transits = getTally(index, 'transits', span, pieces);
          const passed =
            kind === 'total' ? new PlatesWithinBounds(transits, null, { atLeast: 1, atMost: Infinity }) : null;
          const values = getTally(index, kind, span, pieces);
          const right = measured(all, kind, span);
          const requested = { ...span, measure: kind, descending, wanted: Math.ceil(most / 3), most };
          const { got, values: order, isNamed } = wholeRanking(index, passed, values, requested);
          expect(order).toEqual([...new Set(order)].sort((a, b) => (descending ? b - a : a - b)));
          for (const [plate, n] of right) if (isNamed || got.has(plate)) expect(got.get(plate)).toBe(n);
          expect([...got.keys()].filter((plate) => !right.has(plate))).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
