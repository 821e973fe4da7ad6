import { addDays, romeDayStart, toRomeDay, toRomeHour, toRomeWallMs } from '../time/rome.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Widths of the buckets in which passages over time are counted, narrowest first. Each consists of whole buckets of the one
 * before, so that plants with different widths can be summed exactly. Days and what is longer are those of Rome.
 */
export const BUCKET_WIDTHS = [
  'minute',
  'five_minutes',
  'quarter_hour',
  'hour',
  'three_hours',
  'six_hours',
  'half_day',
  'day',
  'week',
  'four_weeks',
] as const;
export type BucketWidth = (typeof BUCKET_WIDTHS)[number];

/** Usual length in milliseconds; parts of a day and days are an hour shorter or longer when the clock changes. */
const LENGTHS_MS: Readonly<Record<BucketWidth, number>> = {
  minute: MINUTE_MS,
  five_minutes: 5 * MINUTE_MS,
  quarter_hour: 15 * MINUTE_MS,
  hour: HOUR_MS,
  three_hours: 3 * HOUR_MS,
  six_hours: 6 * HOUR_MS,
  half_day: 12 * HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  four_weeks: 28 * DAY_MS,
};

/** A range has at most so many buckets, as long as a width is left that is wide enough. */
export const MAX_BUCKETS = 200;

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const DAYS_FROM_MONDAY = 3;

/** True when every bucket begins and ends with a whole hour. */
export const isWholeHours = (width: BucketWidth): boolean => LENGTHS_MS[width] >= HOUR_MS;

/** True when every bucket consists of whole days of Rome. */
export const isWholeDays = (width: BucketWidth): boolean => LENGTHS_MS[width] >= DAY_MS;

/** The narrowest width that divides a half-open range of milliseconds into at most `MAX_BUCKETS`; else the widest. */
export function chooseBucketWidth(fromMs: number, toMs: number): BucketWidth {
  // A range that begins and ends inside buckets has one more.
  const isEnough = (width: BucketWidth): boolean => (toMs - fromMs) / LENGTHS_MS[width] <= MAX_BUCKETS - 1;
  return BUCKET_WIDTHS.find(isEnough) ?? 'four_weeks';
}

/** The wider of two widths. */
export const widerOf = (a: BucketWidth, b: BucketWidth): BucketWidth => (LENGTHS_MS[a] >= LENGTHS_MS[b] ? a : b);

/** Start of the bucket that contains an instant. Milliseconds. */
export function getBucketStart(ms: number, width: BucketWidth): number {
  const length = LENGTHS_MS[width];
  // The clock of Rome differs from UTC by whole hours.
  if (length <= HOUR_MS) return Math.floor(ms / length) * length;
  if (length < DAY_MS) {
    let hour = Math.floor(ms / HOUR_MS) * HOUR_MS;
    // The hour that is missing or there twice when the clock changes begins no bucket.
    while (toRomeHour(hour) % (length / HOUR_MS) !== 0) hour -= HOUR_MS;
    return hour;
  }
  const dayNumber = Math.floor(toRomeWallMs(ms) / DAY_MS) + DAYS_FROM_MONDAY;
  return romeDayStart(addDays(toRomeDay(ms), -(dayNumber % (length / DAY_MS))));
}

/** Start of the bucket after the one that contains an instant. Milliseconds. */
export function getNextBucketStart(ms: number, width: BucketWidth): number {
  const startMs = getBucketStart(ms, width);
  const length = LENGTHS_MS[width];
  if (length <= HOUR_MS) return startMs + length;
  // One hour more, because the clock may be set back in between.
  if (length < DAY_MS) return getBucketStart(startMs + length + HOUR_MS, width);
  return romeDayStart(addDays(toRomeDay(startMs), length / DAY_MS));
}

/** Buckets over a range: the start of each, and the end of the last. Milliseconds. */
export interface TimeBuckets {
  readonly width: BucketWidth;
  readonly starts: readonly number[];
  readonly endMs: number;
}

/** The buckets that a half-open range of milliseconds touches, oldest first; none for an empty range. */
export function listBuckets(fromMs: number, toMs: number, width: BucketWidth): TimeBuckets {
  const starts: number[] = [];
  let next = getBucketStart(fromMs, width);
  while (fromMs < toMs && next < toMs) {
    starts.push(next);
    next = getNextBucketStart(next, width);
  }
  return { width, starts, endMs: next };
}

/** Half-open range of one bucket, in milliseconds. */
export const getBucketRange = (
  { starts, endMs }: TimeBuckets,
  at: number,
): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: starts[at] ?? endMs,
  toMs: starts[at + 1] ?? endMs,
});
