import { describe, expect, it } from 'vitest';
import { buildPopulationLines, type PopulationDay, summarisePopulation } from './population-lines.ts';

const estimate = (n: number, range: readonly [number, number] | null = null) => ({
  n,
  da: range?.[0] ?? null,
  a: range?.[1] ?? null,
});
const day = (more: Partial<PopulationDay> = {}): PopulationDay => ({
  giorno: '2026-11-18',
  residenti: estimate(100, [90, 120]),
  pendolari: estimate(40),
  di_passaggio: estimate(60),
  targhe: 200,
  straniere: 10,
  non_lette: 0.02,
  ...more,
});

describe('means of the population', () => {
  it('are those of the days that are published, with the ranges that were measured', () => {
    const serie = [day(), day({ residenti: estimate(200, [170, 260]), pendolari: null, di_passaggio: estimate(0) })];
    expect(buildPopulationLines({ serie }, { serie: [day()] })).toEqual([
      { kind: 'residenti', mean: 150, range: [130, 190], before: 100 },
      { kind: 'pendolari', mean: 40, range: null, before: 40 },
      { kind: 'di_passaggio', mean: 30, range: null, before: 60 },
    ]);
  });

  it('are unknown without days, and not compared without compared ones', () => {
    const [first] = buildPopulationLines({ serie: [] }, null);
    expect(first).toEqual({ kind: 'residenti', mean: null, range: null, before: null });
  });
});

describe('what is said of all days', () => {
  it('has the shares of foreign plates and of passages in no class, and days that hide a count', () => {
    const serie = [day(), day({ straniere: null, non_lette: 0.04 }), day({ pendolari: null, targhe: 50 })];
    const { foreignShare, unreadShare, hiddenDays } = summarisePopulation({ serie });
    expect(foreignShare).toBeCloseTo(20 / 250);
    expect(unreadShare).toBeCloseTo(0.08 / 3);
    expect(hiddenDays).toBe(1);
    expect(summarisePopulation({ serie: [] })).toEqual({ foreignShare: null, unreadShare: null, hiddenDays: 0 });
  });
});
