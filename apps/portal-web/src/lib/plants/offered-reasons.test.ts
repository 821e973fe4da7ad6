import { expect, test } from 'vitest';
import { formatReason } from './offered-reasons.ts';

test('a reason is named in words with its code; one that no plant offers is its code', () => {
  const offered = [{ code: 'accident', label: 'Incidente stradale' }];
  expect(formatReason('accident', offered)).toBe('Incidente stradale (accident)');
  expect(formatReason('retired-code', offered)).toBe('retired-code');
});
