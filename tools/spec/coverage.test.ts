import { expect, test } from 'vitest';
import { computeCoverage, parseRequirements } from './coverage.ts';
import { findIds } from './requirement-ids.ts';

test.each([
  ['BLK-12 adds a plate', ['BLK-12']],
  ['a group (T 4.8) > BLK-12 EXP-03 both', ['BLK-12', 'EXP-03']],
  ['BLK-08..11 and BLK-20..BLK-21', ['BLK-08', 'BLK-09', 'BLK-10', 'BLK-11', 'BLK-20', 'BLK-21']],
  ['BLK-12..03 backwards', []],
  ['UTF-8, TA27, P-3, SHA-256 of 2026-07-01', ['SHA-256']],
])('ids in "%s"', (title, ids) => {
  expect(findIds(title)).toEqual(ids);
});

test('a row is proven by a passing test, unless another test of it fails; slips in ids are shown', () => {
  const rows = parseRequirements('id\tarea\trequirement\nA1-01\tx\tone\nA1-02\tx\ttwo\r\nA1-03\ty\tthree\n');
  const { rows: covered, unknownIds } = computeCoverage(rows, [
    { title: 'A1-01 works', state: 'passed' },
    { title: 'A1-02 works', state: 'passed' },
    { title: 'A1-02 also here', state: 'failed' },
    { title: 'A1-03 later', state: 'skipped' },
    { title: 'A1-09 does not exist, SHA-256 is no row', state: 'passed' },
  ]);
  expect(covered.map((row) => [row.id, row.state])).toEqual([
    ['A1-01', 'proven'],
    ['A1-02', 'failing'],
    ['A1-03', 'none'],
  ]);
  expect(unknownIds).toEqual(['A1-09']);
});
