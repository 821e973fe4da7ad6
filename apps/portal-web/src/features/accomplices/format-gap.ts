import type { Translate } from '@varco/i18n/message-types.ts';

/** Formats seconds as a short duration: 40 s, 3 min 5 s. */
export function formatShortDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** Text for the gap between two vehicles (ACC-10); negative: the partner passed first. */
export function formatGap(t: Translate, seconds: number): string {
  if (Math.round(seconds) === 0) return t('accomplices:together');
  return t(seconds < 0 ? 'accomplices:earlier' : 'accomplices:after', { time: formatShortDuration(seconds) });
}
