/** Bars from one number to another, both included, counted from 0. */
export interface BarRange {
  readonly first: number;
  readonly last: number;
}

/** The range between two bars, in either direction. */
export const spanBars = (a: number, b: number): BarRange => ({ first: Math.min(a, b), last: Math.max(a, b) });

/** Moves a range as a whole; at an end of the strip it stops with its length. */
export function moveRange({ first, last }: BarRange, by: number, count: number): BarRange {
  const step = Math.max(-first, Math.min(by, count - 1 - last));
  return { first: first + step, last: last + step };
}

/** Adds bars at one side of a range: the older one for a negative number. */
export const widenRange = ({ first, last }: BarRange, by: number, count: number): BarRange =>
  by < 0 ? { first: Math.max(0, first + by), last } : { first, last: Math.min(count - 1, last + by) };

/** The bar under a share (0 to 1) of the width of the strip. */
export const findBarAt = (share: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor(share * count)));

/** Bars for a step by Page up and Page down. */
const PAGE_BARS = 10;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -PAGE_BARS,
  PageUp: PAGE_BARS,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The range after a key: arrows move it, with Shift they widen it; without a range the newest bar is chosen first. Null: the
 * key means nothing here.
 */
export function applyRangeKey(
  range: BarRange | null,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  count: number,
): BarRange | null {
  const step = STEPS[key];
  if (step === undefined || count === 0) return null;
  if (range === null) return key === 'Home' ? { first: 0, last: 0 } : { first: count - 1, last: count - 1 };
  const by = Math.max(-count, Math.min(count, step));
  return shiftKey ? widenRange(range, by, count) : moveRange(range, by, count);
}
