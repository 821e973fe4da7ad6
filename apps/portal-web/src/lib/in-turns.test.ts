import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

it('begins the first few at once, the others in order, with room for others in between', async () => {
  const begun: number[] = [];
  const work = inTurns(numbers(20), (one) => begun.push(one));
  expect(begun).toEqual(numbers(8));
  let hasBreathed = false;
  setTimeout(() => {
    hasBreathed = begun.length < 20;
  });
  await work;
  expect(begun).toEqual(numbers(20));
  expect(hasBreathed).toBe(true);
});

it('what is no longer wanted is not begun', async () => {
  const begun: number[] = [];
  await inTurns(
    numbers(20),
    (one) => begun.push(one),
    () => begun.length < 10,
  );
  expect(begun).toEqual(numbers(10));
});
