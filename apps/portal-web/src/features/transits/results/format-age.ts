import type { Translate } from '@varco/i18n/message-types.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a duration in its largest whole unit. */
export function formatAge(t: Translate, ms: number): string {
  if (ms < MINUTE_MS) return t('transits:completeness.secondsAgo', { n: Math.floor(ms / 1_000) });
  if (ms < HOUR_MS) return t('transits:completeness.minutesAgo', { n: Math.floor(ms / MINUTE_MS) });
  if (ms < DAY_MS) return t('transits:completeness.hoursAgo', { n: Math.floor(ms / HOUR_MS) });
  return t('transits:completeness.daysAgo', { n: Math.floor(ms / DAY_MS) });
}
