import { expect, test } from 'vitest';
import { computeWallZoom } from './use-wall-display.ts';

test.each([
  ['the size of the mock-up', 1440, 900, 1],
  ['full HD: its height decides', 1920, 1080, 1.2],
  ['4K', 3840, 2160, 2.4],
  ['a small window', 1000, 600, 0.75],
  ['a phone: the parts stand below each other in their own size', 390, 844, 1],
  ['a wall of many screens', 20_000, 9_000, 6],
])('the wall is enlarged for %s', (_name, width, height, zoom) => {
  expect(computeWallZoom(width, height)).toBeCloseTo(zoom);
});
