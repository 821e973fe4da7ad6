import { expect, it } from 'vitest';
import { buildBrandId, parseBrandId, NO_BRAND_ID } from './brand-id.ts';

it('FLT-15 FLT-16 an id names a brand or a model; 999999 and ids of nobody name nothing', () => {
  expect(parseBrandId(buildBrandId(1))).toEqual({ brand: 1, model: null });
  expect(parseBrandId(buildBrandId(7, 0))).toEqual({ brand: 7, model: 0 });
  expect(parseBrandId(buildBrandId(32_767, 32_767))).toEqual({ brand: 32_767, model: 32_767 });
  expect([NO_BRAND_ID, 0, -1, 40_000, 1_000_000, 2 ** 31 - 1].map(parseBrandId)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
