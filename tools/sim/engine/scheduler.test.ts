import { expect, test } from 'vitest';
import { NodeClock } from './node-clock.ts';
import { Scheduler, SimNode } from './scheduler.ts';

function createWorld() {
  const node = new SimNode('a', new NodeClock(0));
  const trace: string[] = [];
  const scheduler = new Scheduler(0, node, (label, name, atMs) => void trace.push(`${atMs} ${name} ${label}`));
  return { node, scheduler, trace };
}

test('events run in the order of their instants, equal ones as they were planned', async () => {
  const { node, scheduler, trace } = createWorld();
  for (const [label, ms] of [
    ['c', 30],
    ['a', 10],
    ['d', 30],
    ['b', 20],
  ] as const)
    scheduler.after(ms, node, label, () => undefined);
  await scheduler.runUntil(25);
  expect(trace).toEqual(['10 a a', '20 a b']);
  expect(scheduler.nowMs).toBe(25);
  await scheduler.runUntil(100);
  expect(trace.slice(2)).toEqual(['30 a c', '30 a d']);
});

test('promises that an event resolves run to their end before the next event', async () => {
  const { node, scheduler } = createWorld();
  const order: string[] = [];
  scheduler.after(1, node, 'first', () => {
    void (async () => {
      for (let i = 0; i < 20; i += 1) await Promise.resolve();
      order.push('promise');
    })();
  });
  scheduler.after(1, node, 'second', () => void order.push('event'));
  await scheduler.runUntil(10);
  expect(order).toEqual(['promise', 'event']);
});

test('a crash drops the events of the process, and those of the next one run', async () => {
  const { node, scheduler, trace } = createWorld();
  scheduler.after(10, node, 'old', () => undefined);
  const cancelled = scheduler.after(10, node, 'cancelled', () => undefined);
  node.crash();
  scheduler.after(10, node, 'new', () => undefined);
  cancelled.cancel();
  await scheduler.runUntil(20);
  expect(trace).toEqual(['10 a new']);
});

test('a clock that is ahead, too fast and set by hand shows another time, and its monotonic time goes on', () => {
  const clock = new NodeClock(1000, 500, 1000);
  expect(clock.wallMs(1000)).toBe(1500);
  expect(clock.wallMs(1_001_000)).toBe(1_002_500);
  clock.jump(-2000);
  expect(clock.wallMs(1_001_000)).toBe(1_000_500);
  expect(clock.monotonicMs(1_001_000)).toBeCloseTo(1_001_000, 3);
});
