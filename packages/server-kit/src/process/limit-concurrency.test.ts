import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('never more than so many at once, in the order they came, also when one fails', async () => {
  const inRun = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const ended: number[] = [];
  const all = await Promise.allSettled(
    Array.from({ length: 9 }, (_, number) =>
      inRun(async () => {
        running += 1;
        most = Math.max(most, running);
        await wait(1);
        running -= 1;
        ended.push(number);
        if (number === 3) throw new Error('no');
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(ended.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(all.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  await expect(inRun(async () => 'again')).resolves.toBe('again');
});
