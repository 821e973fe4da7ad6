import { createI18n } from '@varco/i18n/create-i18n.ts';
import { describe, expect, it } from 'vitest';
import { computeRecency, formatRecency } from './recency.ts';

const NOW = '2026-11-20T13:00:00.000Z';
const { t } = createI18n('it');
const ago = (days: number): string => new Date(Date.parse(NOW) - days * 86_400_000).toISOString();

describe('T 4.2 how long ago', () => {
  it.each([
    [0, 'oggi'],
    [0.9, 'oggi'],
    [1, '1 gg fa'],
    [1.9, '1 gg fa'],
    [12, '12 gg fa'],
  ])('TBL-24 a passage of %s days ago reads "%s"', (days, expected) => {
    expect(formatRecency(t, ago(days), NOW, 90)).toBe(expected);
  });

  it('TBL-25 older than the plant keeps data: "antecedente *", by the plant’s own days', () => {
    expect(computeRecency(ago(90), NOW, 90)).toEqual({ kind: 'days', days: 90 });
    expect(computeRecency(ago(90.1), NOW, 90)).toEqual({ kind: 'before' });
    expect(formatRecency(t, ago(8), NOW, 7)).toBe('antecedente *');
    expect(formatRecency(t, ago(8), NOW, 90)).toBe('8 gg fa');
  });
});
