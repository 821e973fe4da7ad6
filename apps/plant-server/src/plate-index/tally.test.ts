import { expect, it } from 'vitest';
import { PlateIndex } from './plate-index.ts';
import { getTally, type PartialDays } from './tally.ts';

const DAY_MS = 86_400_000;
/** 2026-11-20 in Rome, counted since 1970, and its first instant. */
const DAY = 20_777;
const DAY_FROM_MS = DAY * DAY_MS - 3_600_000;

function createIndex(): PlateIndex {
  const index = new PlateIndex(8);
  index.apply([passage('AA111AA'), passage('BB222BB')]);
  return index;
}

const passage = (plate: string) => {
  const at = DAY_FROM_MS / 1000 + 3_600;
  return { plate, day: DAY, n: 1, firstSeen: at, lastSeen: at };
};

const read = (index: PlateIndex, ...ordinals: number[]): PartialDays => ({
  version: index.version,
  days: [{ dayFromMs: DAY_FROM_MS, side: 'inside', passages: [new Uint32Array(ordinals)] }],
});

/** The first half of the day, so that its passages decide. */
const HALF = { fromMs: DAY_FROM_MS, toMs: DAY_FROM_MS + DAY_MS / 2 };
const WHOLE = { fromMs: DAY_FROM_MS, toMs: DAY_FROM_MS + DAY_MS };

it('who reads the passages after a change does not get the tally of one who read them before it', () => {
  const index = createIndex();
  const before = read(index, 0, 1);
  index.apply([passage('CC333CC')]);
  // Computed only now, with passages that do not have the change yet.
  expect([...getTally(index, 'transits', HALF, before).subarray(0, 3)]).toEqual([1, 1, 0]);
  expect([...getTally(index, 'transits', HALF, read(index, 0, 1, 2)).subarray(0, 3)]).toEqual([1, 1, 1]);
});

it('a tally that is asked for again keeps its numbers while the next one is computed', () => {
  const index = createIndex();
  const days = read(index, 1);
  const half = getTally(index, 'transits', HALF, days);
  getTally(index, 'transits', WHOLE, days);
  expect(getTally(index, 'transits', HALF, days)).toBe(half);
  const total = getTally(index, 'total', HALF, days);
  expect([[...half.subarray(0, 2)], [...total.subarray(0, 2)]]).toEqual([
    [0, 1],
    [1, 1],
  ]);
});
