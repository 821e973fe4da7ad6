import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CallTimings, timePart, timePartSync, withTimings } from './call-timings.ts';

/** The durations of a `Server-Timing` header by name. */
const parse = (header: string): Record<string, number> =>
  Object.fromEntries([...header.matchAll(/([a-z]+);dur=([\d.]+)/g)].map(([, name = '', ms]) => [name, Number(ms)]));

const busyFor = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

test('parts that overlap are counted once, and all parts together are the time of the call', async () => {
  const timings = new CallTimings();
  await withTimings(timings, async () => {
    await Promise.all([timePart('database', () => delay(30)), timePart('index', () => delay(15))]);
    // The statements of a consultation entry belong to the log.
    await timePart('log', () => timePart('database', () => delay(10)));
    timePartSync('json', () => busyFor(5));
    busyFor(5);
  });
  const { total = 0, ...parts } = parse(timings.format());
  const sum = Object.values(parts).reduce((all, ms) => all + ms, 0);
  expect(Object.keys(parts)).toEqual(['log', 'index', 'database', 'json', 'code']);
  expect(Math.abs(sum - total)).toBeLessThan(0.1);
  expect(parts['index']).toBeGreaterThan(14);
  // Both ran for 15 ms; the rest of the 30 ms is the database's alone.
  expect(parts['database']).toBeLessThan(total - 30);
});

test('work outside a call runs without being counted', async () => {
  expect(await timePart('database', async () => 7)).toBe(7);
  expect(timePartSync('json', () => 8)).toBe(8);
});

test('a part that fails ends, and its error reaches the caller', async () => {
  const timings = new CallTimings();
  const failing = withTimings(timings, () => timePart('index', () => Promise.reject(new Error('broken'))));
  await expect(failing).rejects.toThrow('broken');
  busyFor(20);
  expect(parse(timings.format())['index'] ?? 0).toBeLessThan(15);
});
