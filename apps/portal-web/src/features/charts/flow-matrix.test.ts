import { describe, expect, it } from 'vitest';
import { buildFlowLines, buildFlowMatrix } from './flow-matrix.ts';

const flow = (da: number, a: number, n: number) => ({ da, a, n, mediana_s: 60 * n });

describe('flows between gates', () => {
  it('draws the gates with the most trips, and the others together', () => {
    const flussi = [flow(1, 2, 9), flow(2, 1, 5), flow(3, 1, 2), flow(3, 4, 1), flow(4, 3, 1)];
    expect(buildFlowMatrix({ flussi }, 2)).toEqual({
      gates: [1, 2],
      others: 2,
      cells: [
        { from: 1, to: 2, n: 9, medianS: 540 },
        { from: 2, to: 1, n: 5, medianS: 300 },
        { from: null, to: 1, n: 2, medianS: null },
        { from: null, to: null, n: 2, medianS: null },
      ],
    });
    const whole = buildFlowMatrix({ flussi });
    expect([whole.others, whole.cells.length]).toEqual([0, 5]);
    expect(buildFlowMatrix({ flussi: [] })).toEqual({ gates: [], others: 0, cells: [] });
  });

  it('loses no trip, whatever is drawn', () => {
    const flussi = Array.from({ length: 60 }, (_, i) => flow(1 + (i % 11), 20 + (i % 7), i + 1));
    const sum = (cells: readonly { readonly n: number }[]): number => cells.reduce((total, { n }) => total + n, 0);
    for (const max of [1, 5, 40]) expect(sum(buildFlowMatrix({ flussi }, max).cells)).toBe(sum(flussi));
  });

  it('compares pairs, also those that have gone', () => {
    const before = { flussi: [flow(1, 2, 4), flow(2, 3, 7)] };
    expect(buildFlowLines({ flussi: [flow(1, 2, 9), flow(2, 1, 5)] }, before)).toEqual([
      { from: 1, to: 2, n: 9, medianS: 540, before: 4 },
      { from: 2, to: 1, n: 5, medianS: 300, before: 0 },
      { from: 2, to: 3, n: 0, medianS: 0, before: 7 },
    ]);
    expect(buildFlowLines({ flussi: [flow(1, 2, 9)] }, null)[0]?.before).toBeNull();
  });
});
