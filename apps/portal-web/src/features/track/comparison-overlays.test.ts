import { expect, test } from 'vitest';
import { buildComparisonOverlay } from './comparison-overlays.ts';

test('without a second plate the overlay is there but empty, so that a map puts it below the numbers and clears it', () => {
  const { id, data } = buildComparisonOverlay(null);
  expect({ id, data }).toEqual({ id: 'comparison', data: { type: 'FeatureCollection', features: [] } });
});
