import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StreamPool, type StreamSlot } from './stream-pool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const never = new AbortController().signal;

/** A stream that opens again whenever it was ended for another one; counts its openings. */
function startStream(pool: StreamPool, name: string, opened: string[], onOpen: (slot: StreamSlot) => void): void {
  const open = async (): Promise<void> => {
    const slot = await pool.acquire(never);
    opened.push(name);
    onOpen(slot);
    slot.ended.addEventListener('abort', () => {
      slot.release();
      void open();
    });
  };
  void open();
}

test('while nobody waits, a stream stays open', async () => {
  const pool = new StreamPool(2);
  const slots = [await pool.acquire(never), await pool.acquire(never)];
  slots[0]?.markHeard();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(slots.map(({ ended }) => ended.aborted)).toEqual([false, false]);
});

test('more streams than fit are each heard in order, about a second each', async () => {
  const pool = new StreamPool(2);
  const opened: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) startStream(pool, name, opened, (slot) => slot.markHeard());
  await vi.advanceTimersByTimeAsync(4_000);
  expect(opened.slice(0, 7)).toEqual(['a', 'b', 'c', 'd', 'e', 'a', 'b']);
});

test('a server that does not answer, or never pauses, keeps its connection for three seconds', async () => {
  const pool = new StreamPool(1);
  const silent = await pool.acquire(never);
  const waiting = pool.acquire(never);
  await vi.advanceTimersByTimeAsync(2_700);
  expect(silent.ended.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  expect([silent.ended.aborted, silent.isHeard]).toEqual([true, false]);
  silent.release();
  const busy = await waiting;
  const third = pool.acquire(never);
  for (let ms = 0; ms < 3_250; ms += 250) {
    busy.markHeard();
    await vi.advanceTimersByTimeAsync(250);
  }
  expect([busy.ended.aborted, busy.isHeard]).toEqual([true, true]);
  busy.release();
  expect((await third).ended.aborted).toBe(false);
});

test('who no longer waits takes no connection, and a slot released twice frees one', async () => {
  const pool = new StreamPool(1);
  const first = await pool.acquire(never);
  const ending = new AbortController();
  const given = pool.acquire(ending.signal);
  const second = pool.acquire(never);
  ending.abort();
  await expect(given).rejects.toThrow('aborted');
  await expect(pool.acquire(ending.signal)).rejects.toThrow('aborted');
  first.release();
  first.release();
  await second;
  const third = pool.acquire(never);
  const isOpen = await Promise.race([third.then(() => true), vi.advanceTimersByTimeAsync(500).then(() => false)]);
  expect(isOpen).toBe(false);
});
