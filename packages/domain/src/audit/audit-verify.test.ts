import { expect, test } from 'vitest';
import { joinRanges } from './audit-verify.ts';
import type { RangeResult } from './range-verifier.ts';

const point = (seq: number) => ({ seq, hash: new Uint8Array(32).fill(seq) });
const range = (after: number, last: number, changes: Partial<RangeResult> = {}): RangeResult => ({
  before: point(after),
  last: point(last),
  broken: null,
  removals: { entries: [], details: [], through: 0, erased: [] },
  first: { seq: after + 1, at: 1_000 * (after + 1) },
  lastAt: 1_000 * last,
  clockSteps: [],
  ...changes,
});

test('a clock that went back between two ranges is a step like one inside a range', () => {
  const verdict = joinRanges(
    [
      range(0, 5, { lastAt: 9_000 }),
      range(5, 8, { first: null }),
      range(8, 12, { first: { seq: 9, at: 8_999 }, clockSteps: [11] }),
    ],
    { noted: 12 },
  );
  expect(verdict).toEqual({ state: 'whole', size: 12, removed: 0, erased: 0, clockSteps: [9, 11] });
});

test('a removal may be announced in any range, or behind them', () => {
  const absent = range(0, 5, { removals: { entries: [[1, 2]], details: [[4, 4]], through: 0, erased: [] } });
  const expire = { entries: [], details: [], through: 2, erased: [] };
  const erase = { entries: [], details: [], through: 0, erased: [4] };
  const counts = { state: 'whole', removed: 2, erased: 1 };
  expect(joinRanges([absent, range(5, 9, { removals: expire })], { noted: 9, announced: erase })).toMatchObject(counts);
  expect(joinRanges([absent, range(5, 9)], { noted: 9, announced: erase })).toMatchObject({
    seq: 1,
    flaw: 'entry-missing',
  });
  expect(joinRanges([absent, range(5, 9, { removals: expire })], { noted: 9 })).toMatchObject({
    seq: 4,
    flaw: 'detail-missing',
  });
});

test('a range that begins with another hash than the one before it ended with is broken at its first entry', () => {
  const forged = range(5, 9, { before: { seq: 5, hash: new Uint8Array(32).fill(77) } });
  expect(joinRanges([range(0, 5), forged], { noted: 9 })).toEqual({ state: 'broken', seq: 6, flaw: 'link' });
});
