import { expect, it } from 'vitest';
import { PROVINCES } from './provinces.ts';

it('CONST-13 107 provinces, each number, code and name once', () => {
  expect(PROVINCES).toHaveLength(107);
  for (const field of ['id', 'code', 'name'] as const)
    expect(new Set(PROVINCES.map((province) => province[field])).size).toBe(107);
  expect(PROVINCES.every(({ code }) => /^[A-Z]{2}$/.test(code))).toBe(true);
});
