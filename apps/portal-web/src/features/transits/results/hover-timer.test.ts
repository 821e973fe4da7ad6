import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHoverTimer } from './hover-timer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function startTimer(): {
  readonly log: (string | null)[];
  readonly timer: ReturnType<typeof createHoverTimer<string>>;
} {
  const log: (string | null)[] = [];
  return { log, timer: createHoverTimer<string>((target) => log.push(target)) };
}

it('UIE-07 a preview vanishes 300 ms after the pointer left, not before', () => {
  const { log, timer } = startTimer();
  timer.point('a');
  vi.advanceTimersByTime(300);
  expect(log).toEqual(['a']);
  timer.point(null);
  vi.advanceTimersByTime(299);
  expect(log).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['a', null]);
});

it('UIE-06 the pointer must rest: what it only crosses opens nothing', () => {
  const { log, timer } = startTimer();
  timer.point('a');
  vi.advanceTimersByTime(299);
  timer.point('b');
  vi.advanceTimersByTime(299);
  timer.point(null);
  vi.advanceTimersByTime(300);
  expect(log).toEqual([null]);
});

it('UIE-07 coming back in time keeps it open; scrolling closes at once', () => {
  const { log, timer } = startTimer();
  timer.point('a');
  vi.advanceTimersByTime(300);
  timer.point(null);
  vi.advanceTimersByTime(200);
  timer.point('a');
  vi.advanceTimersByTime(300);
  expect(log).toEqual(['a', 'a']);
  timer.hide();
  expect(log).toEqual(['a', 'a', null]);
  vi.advanceTimersByTime(1_000);
  expect(log).toHaveLength(3);
});
