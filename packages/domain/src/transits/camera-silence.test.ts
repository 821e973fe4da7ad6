import { expect, test } from 'vitest';
import { judgeSilence } from './camera-silence.ts';

const MINUTE = 60_000;
const judge = (minutes: number, earlier: readonly number[]) =>
  judgeSilence({ lastReadMs: 0, nowMs: minutes * MINUTE, earlier });

test('a camera is silent when what it usually reads in such hours did not come', () => {
  expect(judge(20, [40, 38, 44, 41])).toEqual({ isSilent: true, expected: 40 });
  expect(judge(20, [40])).toEqual({ isSilent: true, expected: 40 });
});

test('a quiet road at night is not silent, however long it reads nothing', () => {
  expect(judge(5 * 60, [2, 0, 3, 1])).toEqual({ isSilent: false, expected: 1 });
  expect(judge(11 * 60, [11, 11, 11, 11]).isSilent).toBe(false);
});

test('neither one holiday nor one earlier failure decides', () => {
  expect(judge(60, [0, 90, 95, 100])).toEqual({ isSilent: true, expected: 90 });
  expect(judge(60, [1, 2, 3, 400])).toEqual({ isSilent: false, expected: 2 });
});

test('a short pause is never a silence, and a road without a past needs ten hours', () => {
  expect(judge(14.9, [500, 500, 500, 500]).isSilent).toBe(false);
  expect(judge(9 * 60, [])).toEqual({ isSilent: false, expected: null });
  expect(judge(10 * 60, [])).toEqual({ isSilent: true, expected: null });
});
