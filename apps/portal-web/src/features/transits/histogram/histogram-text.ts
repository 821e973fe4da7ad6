import { type BucketWidth, isWholeDays } from '@varco/domain/transits/time-buckets.ts';
import { formatDate, formatDateMinute, formatDayMonth, formatTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { toInstant } from '../../../lib/clock.ts';
import { toRomeDay } from '../../../lib/rome-days.ts';
import type { BarRange } from './bar-range.ts';
import type { Bar, MergedHistogram } from './merge-histograms.ts';

const DAY_MS = 86_400_000;
const TICK_COUNT = 6;

/** The period of a half-open range of milliseconds: days where the bars are days, otherwise with times. */
export function formatBarPeriod(
  t: Translate,
  { fromMs, toMs }: Pick<Bar, 'fromMs' | 'toMs'>,
  width: BucketWidth,
): string {
  const [from, to, lastInstant] = [toInstant(fromMs), toInstant(toMs), toInstant(toMs - 1)];
  const isOneDay = (end: string): boolean => toRomeDay(from) === toRomeDay(end);
  if (isWholeDays(width))
    return isOneDay(lastInstant)
      ? formatDate(from)
      : t('histogram:period', { from: formatDate(from), to: formatDate(lastInstant) });
  const end = isOneDay(to) ? formatTime(to).slice(0, 5) : formatDateMinute(to);
  return t('histogram:period', { from: formatDateMinute(from), to: end });
}

/** How many transits some bars have, and whether that is all of them. */
export function formatTransits(t: Translate, bars: readonly Bar[]): string {
  const count = bars.reduce((sum, bar) => sum + bar.count, 0);
  if (!bars.some(({ isLowerBound }) => isLowerBound)) return t('histogram:transits', { count });
  return count === 0 ? t('histogram:unknown') : t('histogram:atLeast', { count });
}

/** Period and transits of a range of bars. */
export function describeBars(t: Translate, { bars, width }: MergedHistogram, { first, last }: BarRange): string {
  const [from, to] = [bars[first], bars[last]];
  if (from === undefined || to === undefined) return '';
  const period = formatBarPeriod(t, { fromMs: from.fromMs, toMs: to.toMs }, width);
  return t('histogram:bars', { period, transits: formatTransits(t, bars.slice(first, last + 1)) });
}

/** A label below the bars, and how far from the left it begins: a share of the width. */
interface Tick {
  readonly text: string;
  readonly share: number;
}

/** Labels below the bars, each at the start of a bar. */
export function buildTicks({ bars, width }: MergedHistogram): readonly Tick[] {
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = (last.toMs - first.fromMs) / DAY_MS;
  const format = (instant: string): string =>
    days > 300
      ? formatDate(instant)
      : days > 2 || isWholeDays(width)
        ? formatDayMonth(instant)
        : formatTime(instant).slice(0, 5);
  const count = Math.min(TICK_COUNT, bars.length);
  return Array.from({ length: count }, (_, n) => Math.floor((n * bars.length) / count)).map((at) => ({
    text: format(toInstant(bars[at]?.fromMs ?? first.fromMs)),
    share: at / bars.length,
  }));
}

/** Outlines of the bars in a box that is one unit wide for each bar and `height` high: what was counted, and what may be more. */
export function drawBars(
  { bars, highest }: MergedHistogram,
  height: number,
): { readonly counted: string; readonly unknown: string } {
  const gap = bars.length > 120 ? 0.12 : 0.2;
  const rect = (at: number, tall: number): string => `M${at} ${height}V${height - tall}h${1 - gap}V${height}z`;
  const lowest = height / 16;
  const counted = bars.map(({ count }, at) =>
    count === 0 ? '' : rect(at, Math.max(lowest, (height * count) / Math.max(1, highest))),
  );
  const unknown = bars.map(({ isLowerBound }, at) => (isLowerBound ? rect(at, height) : ''));
  return { counted: counted.join(''), unknown: unknown.join('') };
}
