import { describe, expect, it } from 'vitest';
import { estimateRange, MIN_MEASURED_COUNT } from './population-errors.ts';
import { POPULATION_CLASSES } from './population.ts';

describe('the range of a count', () => {
  it('LIC-07 comes from the measured ratios, of the plant or of a gate', () => {
    expect(estimateRange('resident', 1_000, 'plant', 0.01)).toEqual({ low: 960, high: 1_170 });
    expect(estimateRange('resident', 1_000, 'gate', 0.01)).toEqual({ low: 940, high: 1_220 });
  });

  it('is wider the less was read: from the band below to the own one', () => {
    expect(estimateRange('resident', 1_000, 'plant', 0.05)).toEqual({ low: 960, high: 1_240 });
    expect(estimateRange('passer_by', 1_000, 'plant', 0.2)).toEqual({ low: 790, high: 1_060 });
  });

  it('always contains the count', () => {
    for (const kind of POPULATION_CLASSES)
      for (const scope of ['plant', 'gate'] as const)
        for (const unread of [0, 0.02, 0.05, 0.1, 0.15, 0.2]) {
          const range = estimateRange(kind, 500, scope, unread);
          expect([kind, scope, unread, range !== null && range.low <= 500 && range.high >= 500]).toEqual([
            kind,
            scope,
            unread,
            true,
          ]);
        }
  });

  it('is unknown for few plates and where too much was not read', () => {
    expect(estimateRange('commuter', MIN_MEASURED_COUNT - 1, 'plant', 0)).toBeNull();
    expect(estimateRange('commuter', MIN_MEASURED_COUNT, 'plant', 0)).not.toBeNull();
    expect(estimateRange('commuter', 1_000, 'plant', 0.21)).toBeNull();
  });
});
