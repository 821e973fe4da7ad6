import { describe, expect, it } from 'vitest';
import { CLASS_OF_HABIT, generatePopulation } from './population.ts';

const OPTIONS = { seed: 7, firstDay: 20_500, days: 60, unreadShare: 0.1 };
const sum = (counts: Uint32Array): number => counts.reduce((total, n) => total + n, 0);

describe('a town with planted residents, commuters and passers-by', () => {
  const town = generatePopulation(OPTIONS);

  it('is the same for the same seed, and another for another', () => {
    expect(generatePopulation(OPTIONS)).toEqual(town);
    expect(generatePopulation({ ...OPTIONS, seed: 8 }).vehicles.length).not.toBe(town.vehicles.length);
  });

  it('has every habit, and reads only what passed', () => {
    expect(new Set(town.vehicles.map(({ habit }) => habit))).toEqual(new Set(Object.keys(CLASS_OF_HABIT)));
    const wrong = town.vehicles.flatMap(({ passed, read }) =>
      [...read].filter((gates, day) => (gates & ~(passed[day] ?? 0)) !== 0),
    );
    expect(wrong).toEqual([]);
  });

  it('leaves the given share of passages without a full plate', () => {
    expect(sum(town.unread) / sum(town.passages)).toBeCloseTo(0.1, 1);
    expect(sum(town.misread) / sum(town.passages)).toBeCloseTo(0.015, 2);
    const perfect = generatePopulation({ ...OPTIONS, unreadShare: 0 });
    expect(sum(perfect.unread)).toBe(0);
  });

  it('lets passers-through come on one day only', () => {
    const through = town.vehicles.filter(({ habit }) => habit === 'through');
    expect(through.length).toBeGreaterThan(100);
    expect(new Set(through.map(({ passed }) => passed.filter((gates) => gates > 0).length))).toEqual(new Set([1]));
  });
});
