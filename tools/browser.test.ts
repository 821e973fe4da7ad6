import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findBrowser } from './browser.ts';

const root = resolve(import.meta.dirname, '..');
afterEach(() => vi.unstubAllEnvs());

test('a build machine uses the browser whose bytes the lock file fixes, whatever is installed', async () => {
  vi.stubEnv('CHROMIUM', undefined);
  vi.stubEnv('CI', 'true');
  const { executablePath } = await findBrowser(() => true);
  expect(relative(root, executablePath)).toMatch(/^\.cache\/browser-\d+\.\d+\.\d+\/start$/);
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(lock).toMatchObject({
    packages: { 'node_modules/@sparticuz/chromium': { integrity: expect.stringMatching(/^sha512-/) } },
  });
});

test('elsewhere an installed browser is used first', async () => {
  vi.stubEnv('CHROMIUM', undefined);
  vi.stubEnv('CI', undefined);
  expect((await findBrowser(() => true)).executablePath).toBe('/usr/bin/chromium');
});
