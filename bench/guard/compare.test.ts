import { expect, test } from 'vitest';
import { compareRuns, type SearchRun } from './compare.ts';

const run = (medians: Readonly<Record<string, number | null>>): SearchRun => ({
  classes: Object.entries(medians).map(([id, p50]) => ({ id, warm: p50 === null ? null : { p50 } })),
});

test('the quietest run of each commit counts, and a tenth is too much', () => {
  const before = [run({ history: 10, prefix: 40, edits: 60 }), run({ history: 14, prefix: 44, edits: 55 })];
  const after = [run({ history: 13, prefix: 90, edits: 61 }), run({ history: 11, prefix: 36, edits: 70 })];
  expect(compareRuns(before, after)).toEqual([
    { id: 'history', beforeMs: 10, afterMs: 11, ratio: 1.1, isSlower: false },
    { id: 'prefix', beforeMs: 40, afterMs: 36, ratio: 0.9, isSlower: false },
    { id: 'edits', beforeMs: 55, afterMs: 61, ratio: 61 / 55, isSlower: true },
  ]);
});

test('less than a millisecond is noise; a class that one of them does not answer is not compared', () => {
  const before = [run({ small: 2, gone: 5, failing: null })];
  const after = [run({ small: 2.9, fresh: 5, failing: 7 })];
  expect(compareRuns(before, after)).toEqual([
    { id: 'small', beforeMs: 2, afterMs: 2.9, ratio: 1.45, isSlower: false },
  ]);
});
