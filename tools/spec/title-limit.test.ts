import { expect, test } from 'vitest';
import { extractTitles, findOverloadedTitles } from './title-limit.ts';

test('a title with five requirement ids is refused, one with four is not; a range counts as all its ids', () => {
  expect(findOverloadedTitles(['AA-01 AA-02 AA-03 AA-04 four', 'AA-01 AA-02 AA-03 AA-04 AA-05 five'])).toEqual([
    '5 requirement ids in one title, at most 4: AA-01 AA-02 AA-03 AA-04 AA-05 five',
  ]);
  expect(findOverloadedTitles(['AA-01..04 four', 'AA-01..05 five'])).toHaveLength(1);
});

test('titles are found in the source of a test file, whatever the quotes and modifiers', () => {
  const source = [
    "test('AA-01 one', () => {});",
    'it.skip("AA-02 it\'s two", () => {});',
    "describe('a group', () => {});",
    'test(`AA-03 ${name}`, () => {});',
    "it(\n  'AA-04 on a line of its own',\n  () => {},\n);",
    "test.each([1, 2])('AA-05 %s', () => {});",
  ].join('\n');
  expect(extractTitles(source)).toEqual([
    'AA-01 one',
    "AA-02 it's two",
    'a group',
    'AA-03 ${name}',
    'AA-04 on a line of its own',
    'AA-05 %s',
  ]);
});
