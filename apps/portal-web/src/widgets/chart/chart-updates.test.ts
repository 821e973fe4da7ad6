import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChartUpdates } from './chart-updates.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('CAM-09 a chart is drawn once, 500 ms after the last change, and fitted once, 300 ms after the last new size', () => {
  const [draw, fit] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const updates = createChartUpdates({ draw, fit });
  updates.refresh();
  vi.advanceTimersByTime(400);
  updates.refresh();
  vi.advanceTimersByTime(499);
  expect(draw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(draw).toHaveBeenCalledTimes(1);

  for (let step = 0; step < 10; step += 1) {
    updates.resize();
    vi.advanceTimersByTime(100);
  }
  expect(fit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(fit).toHaveBeenCalledTimes(1);

  updates.refresh();
  updates.resize();
  updates.cancel();
  vi.advanceTimersByTime(1_000);
  expect([draw.mock.calls.length, fit.mock.calls.length]).toEqual([1, 1]);
});
