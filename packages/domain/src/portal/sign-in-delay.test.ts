import { expect, it } from 'vitest';
import { computeSignInDelayMs } from './sign-in-delay.ts';

it('LOGIN-09 five wrong sign-ins are free, then the wait doubles up to 15 minutes', () => {
  expect([1, 4, 5, 6, 7, 12, 13, 1000].map(computeSignInDelayMs)).toEqual([
    0, 0, 5000, 10_000, 20_000, 640_000, 900_000, 900_000,
  ]);
});
