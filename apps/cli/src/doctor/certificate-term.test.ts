import { expect, test } from 'vitest';
import { countDaysLeft, judgeTerm } from './certificate-term.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('a certificate of months is renewed three weeks before its end, one of hours in its last fifth', () => {
  const judge = (termMs: number, leftMs: number) => judgeTerm({ fromMs: 0, toMs: termMs }, termMs - leftMs);
  expect(judge(90 * DAY_MS, 22 * DAY_MS)).toBe('good');
  expect(judge(90 * DAY_MS, 20 * DAY_MS)).toBe('ending');
  expect(judge(10 * DAY_MS, 10 * DAY_MS)).toBe('ending');
  expect(judge(12 * HOUR_MS, 3 * HOUR_MS)).toBe('good');
  expect(judge(12 * HOUR_MS, 2 * HOUR_MS)).toBe('ending');
});

test('a certificate that has ended, or states no end, is not taken for a good one', () => {
  expect(judgeTerm({ fromMs: 0, toMs: DAY_MS }, DAY_MS)).toBe('ended');
  expect(judgeTerm({ fromMs: Number.NaN, toMs: Number.NaN }, 0)).toBe('ended');
  expect(countDaysLeft({ fromMs: 0, toMs: 3 * DAY_MS }, DAY_MS + 1)).toBe(1);
});
