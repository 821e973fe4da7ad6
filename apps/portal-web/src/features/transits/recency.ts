import { daysBetween } from '../../lib/rome-days.ts';

export type Recency =
  | { readonly kind: 'today' }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'before' };

/**
 * T 4.2: "oggi" under one day, otherwise "N gg fa"; older than the plant keeps data: "antecedente *".
 * @param at instant of the passage; @param now instant of the question
 */
export function recencyOf(at: string, now: string, retentionDays: number): Recency {
  const days = daysBetween(at, now);
  if (days > retentionDays) return { kind: 'before' };
  return days < 1 ? { kind: 'today' } : { kind: 'days', days };
}
