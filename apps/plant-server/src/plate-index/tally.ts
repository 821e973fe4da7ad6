import type { Span } from './span.ts';
import type { IndexedDay, PlateIndex } from './plate-index.ts';
import { BLOCK_PLATES } from './plate-table.ts';

/** What a recurrence counts: transits in a window, Rome days with transits in it, or all transits of the plate. */
export type Measure = 'transits' | 'days' | 'total';

/**
 * What passed on a day that the window covers only partly: inside the window or outside of it, whichever part is
 * shorter. The lists contain the ordinal of each passage.
 */
export interface PartialDayPassages {
  readonly dayFromMs: number;
  readonly side: 'inside' | 'outside';
  readonly passages: readonly Uint32Array[];
}

/** The partial days of a window, with the version of the index before they were read. */
export interface PartialDays {
  readonly version: number;
  readonly days: readonly PartialDayPassages[];
}

/** For a call whose result does not depend on them. */
export const NO_PARTIAL_DAYS: PartialDays = { version: -1, days: [] };

const isInside = (day: Span, { fromMs, toMs }: Span): boolean => day.fromMs >= fromMs && day.toMs <= toMs;
const isPartial = (day: Span, span: Span): boolean =>
  !isInside(day, span) && day.fromMs < span.toMs && day.toMs > span.fromMs;

/** Days that the window covers only partly: two at most. */
export const findPartialDays = (index: PlateIndex, span: Span): readonly IndexedDay[] =>
  index.daysIn(span.fromMs, span.toMs).filter((day) => isPartial(day, span));

interface CachedTally {
  readonly key: string;
  readonly sums: Uint32Array;
}

/** The last tallies of each index, newest last. */
const lastTallies = new WeakMap<PlateIndex, readonly CachedTally[]>();
/** A search needs the measure it sorts by and the transits in its window. */
const MAX_CACHED_TALLIES = 2;

/**
 * The measure of every plate in a window, by ordinal. Valid until two others were computed, because their memory is
 * used again: it is read at once and never modified.
 * @param partialDays of the window; not needed for `total`
 */
export function getTally(index: PlateIndex, measure: Measure, span: Span, partialDays: PartialDays): Uint32Array {
  const cached = lastTallies.get(index) ?? [];
  // Passages read before the index changed do not have that change: whoever read them later must not get this tally.
  const read = measure === 'total' ? '' : partialDays.version;
  const key = `${index.version} ${read} ${measure} ${span.fromMs} ${span.toMs}`;
  const known = cached.find((tally) => tally.key === key);
  if (known !== undefined) {
    // Moved to the end, as the most recently used: the next tally overwrites the array of the first one in this list.
    lastTallies.set(index, [...cached.filter((tally) => tally !== known), known]);
    return known.sums;
  }
  const isFull = cached.length === MAX_CACHED_TALLIES;
  const sums = tallyWholeDays(index, measure, span, isFull ? cached[0]?.sums : undefined);
  if (measure !== 'total') addPartialDays(index, measure, span, partialDays.days, sums);
  lastTallies.set(index, [...(isFull ? cached.slice(1) : cached), { key, sums }]);
  return sums;
}

/**
 * The measure of every plate on the whole days of a window. Either the days inside are added up or the other days are
 * subtracted from the sums of all days, whichever are fewer. `reused`: an array whose memory is used again.
 */
export function tallyWholeDays(index: PlateIndex, measure: Measure, span: Span, reused?: Uint32Array): Uint32Array {
  const length = index.table.blocks.length * BLOCK_PLATES;
  const sums = reused?.length === length ? reused.fill(0) : new Uint32Array(length);
  if (measure === 'total') return addTotals(index, 'transits', sums);
  const days = index.daysIn(-Infinity, Infinity);
  const inside = days.filter((day) => isInside(day, span));
  const others = days.filter((day) => !isInside(day, span));
  const subtractsOthers = others.length < inside.length;
  if (subtractsOthers) addTotals(index, measure, sums);
  for (const { vector } of subtractsOthers ? others : inside) {
    if (measure === 'days') vector.addDay(sums, subtractsOthers ? -1 : 1);
    else vector.addTransits(sums, subtractsOthers ? -1 : 1);
  }
  return sums;
}

/** Adds the transits of each plate, or the days on which it passed, over all days. */
function addTotals({ table }: PlateIndex, measure: 'transits' | 'days', sums: Uint32Array): Uint32Array {
  for (const [number, { counts, days }] of table.blocks.entries())
    sums.set(measure === 'days' ? days : counts, number * BLOCK_PLATES);
  return sums;
}

/** Extends the transits on the whole days of a window to a longer window around it. Modifies and returns `tally`. */
export function extendTally(
  index: PlateIndex,
  tally: Uint32Array,
  inner: Span,
  outer: Span,
  { days }: PartialDays,
): Uint32Array {
  for (const day of index.daysIn(outer.fromMs, outer.toMs))
    if (isInside(day, outer) && !isInside(day, inner)) day.vector.addTransits(tally, 1);
  addPartialDays(index, 'transits', outer, days, tally);
  return tally;
}

/** Adds the partial days of a window to `sums`. */
function addPartialDays(
  index: PlateIndex,
  measure: Exclude<Measure, 'total'>,
  span: Span,
  partialDays: readonly PartialDayPassages[],
  sums: Uint32Array,
): void {
  for (const day of findPartialDays(index, span)) {
    const part = partialDays.find(({ dayFromMs }) => dayFromMs === day.fromMs);
    const { side, passages } = part ?? { side: 'outside', passages: [] };
    if (measure === 'days') addDayOfPlates(day, side, passages, sums);
    else if (side === 'inside') addPassages(passages, sums);
    else {
      day.vector.addTransits(sums, 1);
      subtractPassages(passages, sums);
    }
  }
}

function addPassages(passages: readonly Uint32Array[], sums: Uint32Array): void {
  for (const ordinals of passages)
    for (let at = 0; at < ordinals.length; at += 1) {
      const ordinal = ordinals[at] ?? 0;
      sums[ordinal] = (sums[ordinal] ?? 0) + 1;
    }
}

/** Never below 0: the rows may contain a transit that the index does not have yet. */
function subtractPassages(passages: readonly Uint32Array[], sums: Uint32Array): void {
  for (const ordinals of passages)
    for (let at = 0; at < ordinals.length; at += 1) {
      const ordinal = ordinals[at] ?? 0;
      const n = sums[ordinal] ?? 0;
      if (n > 0) sums[ordinal] = n - 1;
    }
}

/** Adds one for each plate that passed on a partial day inside the window. */
function addDayOfPlates(
  { vector }: IndexedDay,
  side: PartialDayPassages['side'],
  passages: readonly Uint32Array[],
  sums: Uint32Array,
): void {
  const counted = new Uint32Array(sums.length);
  addPassages(passages, counted);
  const addOne = (ordinal: number): void => {
    sums[ordinal] = (sums[ordinal] ?? 0) + 1;
  };
  if (side === 'outside') {
    vector.forEachPlate((ordinal, n) => {
      if (n > (counted[ordinal] ?? 0)) addOne(ordinal);
    });
    return;
  }
  for (const ordinals of passages)
    for (const ordinal of ordinals) {
      if (counted[ordinal] === 0) continue;
      counted[ordinal] = 0;
      addOne(ordinal);
    }
}
