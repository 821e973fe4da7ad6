import { describe, expect, it } from 'vitest';
import { EXPORT_COSTS, computeExportLimit, computeRemainingExports } from './export-limits.ts';

const DATA = { withImages: false, withContextImages: false };
const IMAGES = { withImages: true, withContextImages: false };
const CONTEXT = { withImages: true, withContextImages: true };

describe('what may be exported', () => {
  it('EXP-27 the cost factors: data, pictures, context pictures, half on a plant that exports alone', () => {
    expect([DATA, IMAGES, CONTEXT].map((contents) => computeExportLimit(contents, false))).toEqual([
      50_000, 10_000, 5_000,
    ]);
    expect([DATA, IMAGES, CONTEXT].map((contents) => computeExportLimit(contents, true))).toEqual([
      25_000, 5_000, 2_500,
    ]);
    expect(computeExportLimit(IMAGES, false, { ...EXPORT_COSTS, base: 1_000, images: 3 })).toBe(333);
    expect(computeExportLimit(DATA, true, { ...EXPORT_COSTS, mono: 4 })).toBe(12_500);
  });

  it.each([
    [0, 10_000],
    [0.5, 5_000],
    [0.99999, 0],
    [1, 0],
    [1.2, 0],
  ])('EXP-28 cost times 1 minus already exported (%d) is %d, never below 0', (used, most) => {
    expect(computeRemainingExports(10_000, used)).toBe(most);
  });
});
