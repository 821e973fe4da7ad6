import type { Span } from './index-results.ts';
import type { IndexedDay, PlateIndex } from './plate-index.ts';
import { BLOCK_PLATES } from './plate-table.ts';

/** What a recurrence counts: transits in a window, Rome days with transits in it, or all transits of the plate. */
export type Measure = 'transits' | 'days' | 'total';

/**
 * Lower and upper bound of a measure, by ordinal. They differ on days that the window covers only partly, because the
 * index does not know which rows lie inside. They are the same array when there are no such days.
 */
export interface Tally {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

const isInside = (day: Span, { fromMs, toMs }: Span): boolean => day.fromMs >= fromMs && day.toMs <= toMs;
const isPartial = (day: Span, span: Span): boolean =>
  !isInside(day, span) && day.fromMs < span.toMs && day.toMs > span.fromMs;

/** Days that the window covers only partly: two at most. */
export const findPartialDays = (index: PlateIndex, span: Span): readonly IndexedDay[] =>
  index.daysIn(span.fromMs, span.toMs).filter((day) => isPartial(day, span));

interface CachedTally {
  readonly key: string;
  readonly tally: WeakRef<Tally>;
}

/**
 * The last tally of each index, because one search needs the same tally several times. A weak reference, so that it is
 * freed when memory is needed.
 */
const lastTallies = new WeakMap<PlateIndex, CachedTally>();

/**
 * Bounds of the measure of every plate in a window. Synchronous: about 3 ns per plate and day, and 1 ns per plate. The
 * result is cached and must not be modified.
 */
export function getTally(index: PlateIndex, measure: Measure, span: Span): Tally {
  const key = `${index.version} ${measure} ${span.fromMs} ${span.toMs}`;
  const last = lastTallies.get(index);
  const known = last?.key === key ? last.tally.deref() : undefined;
  if (known !== undefined) return known;
  const tally = computeTally(index, measure, span);
  lastTallies.set(index, { key: key, tally: new WeakRef(tally) });
  return tally;
}

function computeTally(index: PlateIndex, measure: Measure, span: Span): Tally {
  const low = tallyWholeDays(index, measure, span);
  const cut = measure === 'total' ? [] : findPartialDays(index, span);
  if (cut.length === 0) return { low, high: low };
  const high = low.slice();
  for (const { vector } of cut) {
    if (measure === 'days') vector.addDay(high);
    else vector.addTransits(high, 1);
  }
  return { low, high };
}

/**
 * The measure of every plate on the whole days of a window. For transits either the days inside are added up or the
 * other days are subtracted from the total, whichever are fewer.
 */
export function tallyWholeDays(index: PlateIndex, measure: Measure, span: Span): Uint32Array {
  const sums = new Uint32Array(index.table.blocks.length * BLOCK_PLATES);
  if (measure === 'total') return addTotals(index, sums);
  const days = index.daysIn(-Infinity, Infinity);
  const inside = days.filter((day) => isInside(day, span));
  if (measure === 'days') for (const { vector } of inside) vector.addDay(sums);
  else if (inside.length * 2 <= days.length) for (const { vector } of inside) vector.addTransits(sums, 1);
  else {
    addTotals(index, sums);
    for (const day of days) if (!isInside(day, span)) day.vector.addTransits(sums, -1);
  }
  return sums;
}

function addTotals({ table }: PlateIndex, sums: Uint32Array): Uint32Array {
  for (const [number, { counts }] of table.blocks.entries()) sums.set(counts, number * BLOCK_PLATES);
  return sums;
}

/**
 * Rows of a day that the window covers only partly, counted by plate: those inside the window or those outside of it,
 * whichever part is shorter.
 */
export interface PartialDayCounts {
  readonly dayFromMs: number;
  readonly side: 'inside' | 'outside';
  readonly counts: readonly (readonly [plate: string, n: number])[];
}

/** The exact measure in a window, using the rows of its partial days. */
export function computeExactTally(
  index: PlateIndex,
  measure: Measure,
  span: Span,
  partialDayCounts: readonly PartialDayCounts[],
): Uint32Array {
  const sums = tallyWholeDays(index, measure, span);
  return measure === 'total' ? sums : addPartialDays(index, measure, span, partialDayCounts, sums);
}

/** Extends the transits on the whole days of a window to a longer window around it. Modifies and returns `least`. */
export function extendTally(
  index: PlateIndex,
  tally: Uint32Array,
  inner: Span,
  outer: Span,
  partialDayCounts: readonly PartialDayCounts[],
): Uint32Array {
  for (const day of index.daysIn(outer.fromMs, outer.toMs))
    if (isInside(day, outer) && !isInside(day, inner)) day.vector.addTransits(tally, 1);
  return addPartialDays(index, 'transits', outer, partialDayCounts, tally);
}

/** Adds the counts of the partial days to `sums`. */
function addPartialDays(
  index: PlateIndex,
  measure: Measure,
  span: Span,
  partialDayCounts: readonly PartialDayCounts[],
  sums: Uint32Array,
): Uint32Array {
  const add = (ordinal: number, n: number): void => {
    if (n > 0 && ordinal >= 0) sums[ordinal] = (sums[ordinal] ?? 0) + (measure === 'days' ? 1 : n);
  };
  for (const day of findPartialDays(index, span)) {
    const counted = partialDayCounts.find(({ dayFromMs }) => dayFromMs === day.fromMs);
    const counts = counted?.counts ?? [];
    const ordinals = index.table.findAll(counts.map(([plate]) => plate));
    if (counted?.side === 'inside') {
      // A plate unknown to the index was added after it was read.
      for (const [at, [, n]] of counts.entries()) add(ordinals[at] ?? -1, n);
      continue;
    }
    const outside = new Uint32Array(sums.length);
    for (const [at, [, n]] of counts.entries()) {
      const ordinal = ordinals[at] ?? -1;
      if (ordinal >= 0) outside[ordinal] = n;
    }
    day.vector.forEachPlate((ordinal, n) => add(ordinal, n - (outside[ordinal] ?? 0)));
  }
  return sums;
}
