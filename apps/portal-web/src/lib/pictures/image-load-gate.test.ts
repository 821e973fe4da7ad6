import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdImageLoads, imageLoadsAllowed } from './image-load-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const areLoadsAllowed = async (): Promise<boolean> => {
  let free = false;
  void imageLoadsAllowed().then(() => {
    free = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return free;
};

it('pictures wait while rows are on their way, of whichever list', async () => {
  expect(await areLoadsAllowed()).toBe(true);
  const [endOne, endOther] = [holdImageLoads(), holdImageLoads()];
  expect(await areLoadsAllowed()).toBe(false);
  endOne();
  endOne();
  expect(await areLoadsAllowed()).toBe(false);
  endOther();
  expect(await areLoadsAllowed()).toBe(true);
});

it('and no longer than a second, whatever becomes of the rows', async () => {
  holdImageLoads();
  await vi.advanceTimersByTimeAsync(999);
  expect(await areLoadsAllowed()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await areLoadsAllowed()).toBe(true);
});
