import { addDays, romeDayStart, toRomeDay, toRomeWallMs } from '@varco/domain/time/rome.ts';
import { USUAL_WEEKS } from '@varco/contract/plant/control-room.ts';
import type { HourRange } from './hour-counts.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const CHART_HOURS = 24;

/** The hours that the control room counts at one moment; all ranges are half-open and of whole hours, milliseconds. */
export interface CountedHours {
  /** From midnight of Rome to the end of the running hour. */
  readonly today: HourRange;
  /** Whole hours of today, and the same hours by the wall clock of yesterday and of the same weekday before. */
  readonly whole: HourRange;
  readonly yesterday: HourRange;
  readonly usual: readonly HourRange[];
  /** The last 24 hours and the running one. */
  readonly chart: HourRange;
}

const floorHour = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** The instant at which the clock of Rome shows on `day` what it shows at `ms` on its own day. */
function atSameClock(day: string, ms: number): number {
  const wallMs = toRomeWallMs(ms) % DAY_MS;
  const guess = romeDayStart(day) + wallMs;
  // On the two days on which the clock changes there are more or fewer hours since midnight. A skipped hour ends where it would begin.
  const exact = guess + wallMs - (toRomeWallMs(guess) % DAY_MS);
  return toRomeWallMs(exact) % DAY_MS === wallMs ? exact : guess;
}

/** Ranges to be counted at `nowMs`. */
export function findCountedHours(nowMs: number): CountedHours {
  const day = toRomeDay(nowMs);
  const [start, hour] = [romeDayStart(day), floorHour(nowMs)];
  const sameHours = (other: string): HourRange => ({
    fromMs: romeDayStart(other),
    toMs: hour === start ? romeDayStart(other) : atSameClock(other, hour),
  });
  return {
    today: { fromMs: start, toMs: hour + HOUR_MS },
    whole: { fromMs: start, toMs: hour },
    yesterday: sameHours(addDays(day, -1)),
    usual: Array.from({ length: USUAL_WEEKS }, (_, at) => sameHours(addDays(day, -7 * (at + 1)))),
    chart: { fromMs: hour - CHART_HOURS * HOUR_MS, toMs: hour + HOUR_MS },
  };
}

/** The recent hours, read with every count: today, yesterday, the chart and the day before it. */
export const findRecentRange = ({ today, yesterday, chart }: CountedHours): HourRange => ({
  fromMs: Math.min(yesterday.fromMs, chart.fromMs - DAY_MS),
  toMs: today.toMs,
});
