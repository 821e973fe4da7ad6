import { GATE_DEBOUNCE_MS } from '@varco/domain/maps/map-constants.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANNOUNCEMENT_DEBOUNCE_MS } from '../features/announcements/announcements.api.ts';
import { debounce, debounceAsync } from './debounce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('NEWS-04 three askings within 300 ms are one call, and each gets its answer; later ones are another', async () => {
  let calls = 0;
  const ask = debounceAsync(async () => (calls += 1), ANNOUNCEMENT_DEBOUNCE_MS);
  const answers = [ask()];
  await vi.advanceTimersByTimeAsync(200);
  answers.push(ask());
  await vi.advanceTimersByTimeAsync(299);
  answers.push(ask());
  await vi.advanceTimersByTimeAsync(299);
  expect(calls).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(answers)).toEqual([1, 1, 1]);
  const later = ask();
  await vi.advanceTimersByTimeAsync(ANNOUNCEMENT_DEBOUNCE_MS);
  expect(await later).toBe(2);
});

test('a failed call rejects for every caller, and the next call runs again', async () => {
  let calls = 0;
  const ask = debounceAsync(async () => {
    calls += 1;
    if (calls === 1) throw new Error('away');
    return calls;
  }, 10);
  const failed = Promise.allSettled([ask(), ask()]);
  await vi.advanceTimersByTimeAsync(10);
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = ask();
  await vi.advanceTimersByTimeAsync(10);
  expect(await again).toBe(2);
});

test('PMAP-06 gates are fetched and saved once, 500 ms after the last change, with what was wanted last', () => {
  expect(GATE_DEBOUNCE_MS).toBe(500);
  const done: number[] = [];
  const { ask, cancel } = debounce((value: number) => done.push(value), GATE_DEBOUNCE_MS);
  ask(1);
  vi.advanceTimersByTime(499);
  ask(2);
  vi.advanceTimersByTime(499);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual([2]);
  ask(3);
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual([2]);
});
