import type { Translate } from '@varco/i18n/message-types.ts';
import { countElapsedDays } from '../../../lib/rome-days.ts';

export type Recency =
  | { readonly kind: 'today' }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'before' };

/**
 * T 4.2: "oggi" under one day, otherwise "N gg fa"; older than the plant's retention period: "antecedente *".
 * @param at instant of the passage
 * @param now instant of the query
 */
export function computeRecency(at: string, now: string, retentionDays: number): Recency {
  const days = countElapsedDays(at, now);
  if (days > retentionDays) return { kind: 'before' };
  return days < 1 ? { kind: 'today' } : { kind: 'days', days: Math.floor(days) };
}

/** Formats the recency as text. */
export function formatRecency(t: Translate, at: string, now: string, retentionDays: number): string {
  const recency = computeRecency(at, now, retentionDays);
  if (recency.kind === 'today') return t('transits:recency.today');
  return recency.kind === 'before'
    ? t('transits:recency.before')
    : t('transits:recency.daysAgo', { days: recency.days });
}
