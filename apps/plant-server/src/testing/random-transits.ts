import fc from 'fast-check';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { PlateMatchSet } from '../plate-index/plate-match-set.ts';
import { PlateIndex } from '../plate-index/plate-index.ts';

const DAY_MS = 86_400_000;
/** The range includes the night on which the clock goes back. */
const FIRST_MS = Date.parse('2026-10-20T00:00:00.000Z');
const LENGTH_MS = 12 * DAY_MS;

/** One plate seen at one instant (milliseconds). */
export interface PlateTransit {
  readonly plate: string;
  readonly ms: number;
}

const arbitraryTransit: fc.Arbitrary<PlateTransit> = fc.record({
  plate: fc.stringMatching(/^[AB][AB01][01][AB]$/),
  // Few different seconds, so that some coincide, and midnights in Rome.
  ms: fc.oneof(
    fc.integer({ min: 0, max: LENGTH_MS }).map((ago) => FIRST_MS + ago),
    fc.integer({ min: 0, max: 24 }).map((n) => FIRST_MS + n * (DAY_MS / 2) - 2 * 3_600_000),
  ),
});
/** Half-open window, which may extend beyond all transits. */
export const arbitraryWindow = fc
  .tuple(fc.integer({ min: -DAY_MS, max: LENGTH_MS }), fc.integer({ min: 1, max: LENGTH_MS + DAY_MS }))
  .map(([from, length]) => ({ fromMs: FIRST_MS + from, toMs: FIRST_MS + from + length }));
export const arbitraryPlateQuery: fc.Arbitrary<PlateQuery> = fc
  .record({ text: fc.constantFrom('A*', '*1A', '*', '{2}0*', 'AB0A,BB1B', '*0*'), variations: fc.constantFrom(0, 1) })
  .map(({ text, variations }) => {
    const parsed = parsePlatePattern(text);
    if (!parsed.ok) throw new Error(text);
    return { terms: parsed.terms, misreads: false, variations };
  });

const toIndexChange = ({ plate, ms }: PlateTransit, n = 1) => ({
  plate,
  n,
  day: Math.round(Date.parse(`${toRomeDay(ms)}T00:00:00.000Z`) / DAY_MS),
  firstSeen: Math.floor(ms / 1000),
  lastSeen: Math.floor(ms / 1000),
});

/** An index from which some transits were removed again, as after a deletion. */
export function buildIndex(passages: readonly PlateTransit[], gone: readonly PlateTransit[]): PlateIndex {
  const index = new PlateIndex(10);
  index.apply(gone.map((one) => toIndexChange(one)));
  index.apply(passages.map((one) => toIndexChange(one)));
  index.apply(gone.map((one) => toIndexChange(one, -1)));
  return index;
}

/** The plates of an index that match a query. */
export function buildMatches(index: PlateIndex, requested: PlateQuery): PlateMatchSet {
  const matches = new PlateMatchSet(requested);
  [...matches.update(index.table)].forEach(() => {});
  return matches;
}

export const arbitraryTransits = fc.array(arbitraryTransit, { maxLength: 120 });
