import { formatDateTime } from '@varco/i18n/format.ts';
import { expect, it } from 'vitest';
import { formatRomeTime } from './export-row.ts';

it.each([
  '2026-01-01T00:00:00.000Z',
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T00:59:59.000Z',
  '2026-10-25T01:30:00.000Z',
  '2026-12-31T23:59:59.500Z',
])('the time of %s in a table is the one people read elsewhere', (instant) => {
  expect(formatRomeTime(instant)).toBe(formatDateTime(instant));
});
