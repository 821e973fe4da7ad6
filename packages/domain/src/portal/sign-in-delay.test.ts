import { expect, it } from 'vitest';
import { computeSignInDelayMs, MAX_SIGN_IN_WAIT_MS } from './sign-in-delay.ts';

it('LOGIN-09 five wrong sign-ins are free, then the wait doubles up to 40 seconds', () => {
  expect([1, 4, 5, 6, 7, 8, 9, 1000].map((failures) => computeSignInDelayMs(failures))).toEqual([
    0, 0, 5000, 10_000, 20_000, 40_000, 40_000, 40_000,
  ]);
  expect([1, 5].map((failures) => computeSignInDelayMs(failures, 101))).toEqual([
    MAX_SIGN_IN_WAIT_MS,
    MAX_SIGN_IN_WAIT_MS,
  ]);
});

it('LOGIN-09 a guesser who uses every moment has 97 guesses in an hour', () => {
  let guesses = 0;
  for (let atMs = 0; atMs < 3_600_000; atMs += computeSignInDelayMs(guesses)) guesses += 1;
  expect(guesses).toBe(97);
});
