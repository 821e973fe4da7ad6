import { expect, test } from 'vitest';
import { readCallTiming } from './call-timing.ts';

test('the parts a plant names, what is left for the network, and nothing below half a millisecond', () => {
  const header = 'rights;dur=2.10, log;dur=3.40, index;dur=0.20, database;dur=6.05, code;dur=1.00, total;dur=12.75';
  expect(readCallTiming(header, 20)).toEqual({
    elapsedMs: 20,
    parts: [
      { part: 'rights', ms: 2.1 },
      { part: 'database', ms: 6.05 },
      { part: 'log', ms: 3.4 },
      { part: 'code', ms: 1 },
    ],
    networkMs: 7.25,
  });
});

test.each([
  ['no header', null, null],
  ['nothing known', 'cdn-cache;desc="HIT";dur=3, edge;dur=9', { elapsedMs: 20, parts: [], networkMs: 20 }],
  [
    'more than the call took',
    'database;dur=900000000, total;dur=900000000',
    { elapsedMs: 20, parts: [{ part: 'database', ms: 20 }], networkMs: 0 },
  ],
  ['not a number', 'database;dur=NaN, total;dur=-4', { elapsedMs: 20, parts: [], networkMs: 20 }],
  ['very long', `${'x;dur=1, '.repeat(50_000)}database;dur=5`, { elapsedMs: 20, parts: [], networkMs: 20 }],
])('a header of a plant that is broken or lies: %s', (_case, header, expected) => {
  expect(readCallTiming(header, 20)).toEqual(expected);
});
