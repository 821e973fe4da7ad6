import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatDate,
  formatDateMinute,
  formatDateTime,
  formatDecimal,
  formatElapsed,
  formatInteger,
  formatPercent,
} from './format.ts';

describe('figures', () => {
  test.each([
    [1284, '1.284'],
    [-3, '\u22123'],
    [0, '0'],
    [12_345_678, '12.345.678'],
  ])('%d is written %s', (value, text) => {
    expect(formatInteger(value, 'it')).toBe(text);
  });

  test('decimals, shares and sizes', () => {
    expect(formatDecimal(1.84, 1, 'it')).toBe('1,8');
    expect(formatPercent(0.972, 1, 'it')).toBe('97,2\u00a0%');
    expect(formatBytes(38 * 1024 * 1024, 1024, 'it')).toBe('38\u00a0MB');
    expect(formatBytes(1500, 1000, 'it')).toBe('1,5\u00a0kB');
    expect(formatBytes(12, 1024, 'it')).toBe('12\u00a0B');
  });

  test('CONST-15 CONST-16 the same bytes in steps of 1000 and of 1024; 1000 MB of a disk are 1 GB', () => {
    expect(formatBytes(1_048_576, 1000, 'it')).toBe('1,0\u00a0MB');
    expect(formatBytes(1_048_576, 1024, 'it')).toBe('1,0\u00a0MB');
    expect(formatBytes(1_500_000, 1000, 'it')).toBe('1,5\u00a0MB');
    expect(formatBytes(1_500_000, 1024, 'it')).toBe('1,4\u00a0MB');
    expect(formatBytes(1000 * 1_000_000, 1000, 'it')).toBe('1,0\u00a0GB');
  });
});

describe('moments', () => {
  test('UIE-11 transits with seconds, look-ups and suspects with minutes, in Italian time', () => {
    expect(formatDateTime('2026-11-20T13:31:58.000Z')).toBe('20/11/2026 14:31:58');
    expect(formatDateMinute('2026-07-01T22:05:00.000Z')).toBe('02/07/2026 00:05');
  });

  test('a plain day is never shifted, and what is not a moment is shown as it came', () => {
    expect(formatDate('2026-11-20')).toBe('20/11/2026');
    expect(formatDateTime('**')).toBe('**');
    expect(formatDate('')).toBe('');
  });

  test('a wait counts minutes and seconds', () => {
    expect(formatElapsed(12.9)).toBe('00:12');
    expect(formatElapsed(4325)).toBe('72:05');
    expect(formatElapsed(-1)).toBe('00:00');
  });
});
