import { expect, it } from 'vitest';
import { yieldBetween } from './yield-between.ts';

const createNumbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

it('begins the first few at once, the others in order, with room for others in between', async () => {
  const begun: number[] = [];
  const work = yieldBetween(createNumbers(20), (one) => begun.push(one));
  expect(begun).toEqual(createNumbers(8));
  let hasBreathed = false;
  setTimeout(() => {
    hasBreathed = begun.length < 20;
  });
  await work;
  expect(begun).toEqual(createNumbers(20));
  expect(hasBreathed).toBe(true);
});

it('what is no longer wanted is not begun', async () => {
  const begun: number[] = [];
  await yieldBetween(
    createNumbers(20),
    (one) => begun.push(one),
    () => begun.length < 10,
  );
  expect(begun).toEqual(createNumbers(10));
});
