import { expect, it } from 'vitest';
import { type HourPassages, PassageHours } from './passage-hours.ts';

const hour = (...ordinals: number[]): HourPassages => ({
  ordinals: new Uint32Array(ordinals),
  minuteStarts: new Uint32Array(61).fill(ordinals.length, 1),
});

/** A database whose hours contain their own number, and what was asked of it. */
function createDatabase() {
  const asked: string[] = [];
  const read = async (from: number, to: number): Promise<ReadonlyMap<number, HourPassages>> => {
    asked.push(`${from}-${to}`);
    return new Map(Array.from({ length: to - from }, (_, n) => [from + n, hour(from + n)]));
  };
  return { asked, read };
}

const ordinalsOf = (hours: readonly HourPassages[]): readonly number[] =>
  hours.flatMap(({ ordinals }) => [...ordinals]);

it('hours are read once, neighbours together, and again after something changed in them', async () => {
  const { asked, read } = createDatabase();
  const hours = new PassageHours();
  expect(ordinalsOf(await hours.get(10, 13, read))).toEqual([10, 11, 12]);
  expect(ordinalsOf(await hours.get(9, 15, read))).toEqual([9, 10, 11, 12, 13, 14]);
  expect(asked).toEqual(['10-13', '9-10', '13-15']);
  expect(hours.has(9, 15)).toBe(true);
  // From the last second of hour 10 to the first of hour 12.
  hours.drop(11 * 3_600 - 1, 12 * 3_600);
  expect([hours.has(9, 10), hours.has(10, 11), hours.has(11, 12), hours.has(12, 13), hours.has(13, 15)]).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
  await hours.get(9, 15, read);
  expect(asked.at(-1)).toBe('10-13');
});

it('what was read while its hour changed is used once and not stored', async () => {
  const hours = new PassageHours();
  const found = await hours.get(20, 22, async () => {
    hours.drop(20 * 3_600 + 5, 20 * 3_600 + 5);
    return new Map([
      [20, hour(1)],
      [21, hour(2)],
    ]);
  });
  expect(ordinalsOf(found)).toEqual([1, 2]);
  expect([hours.has(20, 21), hours.has(21, 22)]).toEqual([false, true]);
});

it('an hour without passages is an hour, too; a read that fails leaves nothing behind', async () => {
  const hours = new PassageHours();
  expect(ordinalsOf(await hours.get(5, 7, async () => new Map([[5, hour()]])))).toEqual([]);
  await expect(hours.get(30, 31, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(hours.has(30, 31)).toBe(false);
  expect(ordinalsOf(await hours.get(30, 31, async () => new Map([[30, hour(3)]])))).toEqual([3]);
});

it('memory is bounded: the hours used longest ago go first', async () => {
  const { read } = createDatabase();
  const hours = new PassageHours();
  const large = async (from: number): Promise<ReadonlyMap<number, HourPassages>> =>
    new Map([[from, { ordinals: new Uint32Array(5_000_000), minuteStarts: new Uint32Array(61) }]]);
  for (const n of [1, 2, 3]) await hours.get(n, n + 1, large);
  await hours.get(1, 2, read);
  await hours.get(4, 5, large);
  expect([1, 2, 3, 4].map((n) => hours.has(n, n + 1))).toEqual([true, false, true, true]);
  expect(hours.bytes).toBeLessThanOrEqual(64e6);
});
