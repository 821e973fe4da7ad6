import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeRightOfWay, wayIsFree } from './right-of-way.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isFree = async (): Promise<boolean> => {
  let free = false;
  void wayIsFree().then(() => {
    free = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return free;
};

it('pictures wait while rows are on their way, of whichever list', async () => {
  expect(await isFree()).toBe(true);
  const [endOne, endOther] = [takeRightOfWay(), takeRightOfWay()];
  expect(await isFree()).toBe(false);
  endOne();
  endOne();
  expect(await isFree()).toBe(false);
  endOther();
  expect(await isFree()).toBe(true);
});

it('and no longer than a second, whatever becomes of the rows', async () => {
  takeRightOfWay();
  await vi.advanceTimersByTimeAsync(999);
  expect(await isFree()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isFree()).toBe(true);
});
