import { describe, expect, it } from 'vitest';
import { isSlow, recordResponseTime, useResponseTimes } from './response-times.ts';

describe('WID-17 slow plant: median of the last five answers over three seconds', () => {
  it.each([
    [undefined, false],
    [[], false],
    [[3000], false],
    [[3001], true],
    [[100, 9000], true],
    [[100, 200, 9000], false],
    [[4000, 4000, 100, 100, 4000], true],
  ])('%o: %s', (times, slow) => expect(isSlow(times)).toBe(slow));

  it('keeps the last five only', () => {
    for (const ms of [9000, 9000, 9000, 1, 2, 3, 4, 5]) recordResponseTime(7, ms);
    expect(useResponseTimes.getState().times.get(7)).toEqual([1, 2, 3, 4, 5]);
  });
});
