import { toInstant, toMilliseconds } from '../../../lib/clock.ts';
import { computeEndOfToday } from '../filters/period-edit.ts';
import type { Period } from '../search/search-filter.ts';
import type { BarRange } from './bar-range.ts';
import type { Bar } from './merge-histograms.ts';

/** The period of some bars. Its end is inclusive and at most the end of today, as that of every search; null: no such bars. */
export function toPeriod(bars: readonly Bar[], { first, last }: BarRange, now: string): Period | null {
  const [from, to] = [bars[first], bars[last]];
  if (from === undefined || to === undefined) return null;
  const end = Math.min(to.toMs - 1, toMilliseconds(computeEndOfToday(now)));
  return { kind: 'range', start: toInstant(from.fromMs), end: toInstant(end) };
}

/** The bars that a period covers, whole or in part; null: it is no range of its own, or lies outside. */
export function findBars(bars: readonly Bar[], period: Period): BarRange | null {
  if (period.kind !== 'range') return null;
  const [start, end] = [toMilliseconds(period.start), toMilliseconds(period.end)];
  const first = bars.findIndex(({ toMs }) => toMs > start);
  const last = bars.findLastIndex(({ fromMs }) => fromMs <= end);
  return first < 0 || last < first ? null : { first, last };
}
