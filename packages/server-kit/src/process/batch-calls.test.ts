import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batchCalls } from './batch-calls.ts';

/** Doubles numbers, slowly, and notes what it was given at once. */
function doubling(options: { maxConcurrent: number; maxBatchSize: number }) {
  const pieces: (readonly number[])[] = [];
  let most = 0;
  let running = 0;
  const ask = batchCalls(options, async (all: readonly number[]) => {
    pieces.push(all);
    running += 1;
    most = Math.max(most, running);
    await wait(5);
    running -= 1;
    if (all.includes(13)) throw new Error('unlucky');
    return all.map((n) => n * 2);
  });
  return { ask, pieces, mostAtOnce: () => most };
}

describe('gather', () => {
  it('joins what is asked at the same time, and what comes meanwhile with the next piece; everybody gets their own answer', async () => {
    const { ask, pieces } = doubling({ maxConcurrent: 1, maxBatchSize: 100 });
    const first = [1, 2, 3].map(ask);
    await wait(2);
    const later = [4, 5].map(ask);
    expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 10]);
    expect(pieces).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('begins no work before it was asked for', async () => {
    const { ask, pieces } = doubling({ maxConcurrent: 1, maxBatchSize: 100 });
    const first = ask(1);
    await wait(2);
    expect(pieces).toEqual([[1]]);
    await Promise.all([first, ask(2)]);
    expect(pieces).toEqual([[1], [2]]);
  });

  it('keeps to the size of a piece and to the pieces at once', async () => {
    const { ask, pieces, mostAtOnce } = doubling({ maxConcurrent: 2, maxBatchSize: 3 });
    const requested = Array.from({ length: 20 }, (_, n) => n + 20);
    expect(await Promise.all(requested.map(ask))).toEqual(requested.map((n) => n * 2));
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(3);
    expect(mostAtOnce()).toBe(2);
  });

  it('work that fails fails for everybody it was for, and for nobody else', async () => {
    const { ask } = doubling({ maxConcurrent: 1, maxBatchSize: 2 });
    const answers = await Promise.allSettled([1, 13, 2, 3].map(ask));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await ask(4)).toBe(8);
  });
});
