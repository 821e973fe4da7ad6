import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

test('at most so many works run at once, in the order of the calls, also after a failed one', async () => {
  const limit = createLimiter(2);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const run = (name: string): Promise<string> =>
    limit(() => {
      started.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  const [a, b, c, d] = [run('a'), run('b'), run('c'), run('d')];
  await Promise.resolve();
  expect(started).toEqual(['a', 'b']);
  ends.get('b')?.reject(new Error('no'));
  await expect(b).rejects.toThrow('no');
  expect(started).toEqual(['a', 'b', 'c']);
  ends.get('a')?.resolve('A');
  expect(await a).toBe('A');
  await Promise.resolve();
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd']) ends.get(name)?.resolve(name);
  expect(await Promise.all([c, d])).toEqual(['c', 'd']);
});
