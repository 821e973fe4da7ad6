import { expect, test } from 'vitest';
import { CLIENT_VERSION } from './api/client-version.ts';
import { compareVersions } from './version.ts';

test('VER-05 the client’s own version', () => {
  expect(CLIENT_VERSION).toBe('0.9.375');
});

test.each([
  ['0.9.376', '0.9.375', 1],
  ['0.10.0', '0.9.375', 1],
  ['1.0', '0.9.375', 1],
  ['0.9.375', '0.9.375', 0],
  ['0.9.375.0', '0.9.375', 0],
  ['0.9.99', '0.9.375', -1],
  ['', '0.9.375', -1],
  ['nonsense', '0.9.375', -1],
])('VER-03 %j against %j is %i', (a, b, expected) => {
  expect(Math.sign(compareVersions(a, b))).toBe(expected);
});
