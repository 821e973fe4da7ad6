import { expect, test } from 'vitest';
import { isForceEnabled } from './permissions.ts';
import { toSearchLimitMinutes, acceptsBlacklistEntries } from './plant-rights.ts';

test('CRED-04 only an explicit no keeps black-list entries off a plant', () => {
  expect([true, 1, null, undefined].map(acceptsBlacklistEntries)).toEqual([true, true, true, true]);
  expect([false, 0].map(acceptsBlacklistEntries)).toEqual([false, false]);
});

test('CRED-02 t_max 0 sets no limit, 60 one hour', () => {
  expect([0, 60].map(toSearchLimitMinutes)).toEqual([null, 60]);
});

test.each([
  [5, 'fdo1', true],
  [4, 'fdo1', false],
  [5, 'pl', false],
  [5, 'xfdo', false],
  [5, 'FDO1', false],
])('CRED-03 level %i in group %s: police rights %s', (level, group, expected) => {
  expect(isForceEnabled({ level, group })).toBe(expected);
});
