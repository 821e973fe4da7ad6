import { describe, expect, it } from 'vitest';
import { recencyOf } from './recency.ts';

const NOW = '2026-11-20T13:00:00.000Z';

describe('T 4.2 how long ago', () => {
  it.each([
    ['2026-11-20T12:59:00.000Z', { kind: 'today' }],
    ['2026-11-19T23:00:00.000Z', { kind: 'today' }],
    ['2026-11-19T22:59:59.000Z', { kind: 'days', days: 1 }],
    ['2026-08-22T13:00:00.000Z', { kind: 'days', days: 90 }],
    ['2026-08-21T13:00:00.000Z', { kind: 'before' }],
  ])('TBL-24 TBL-25 %s', (at, expected) => expect(recencyOf(at, NOW, 90)).toEqual(expected));
});
