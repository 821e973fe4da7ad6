import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findOversizedFiles } from './file-size.ts';
import { findLockComplaints } from './lock-file.ts';
import { toBudgetResult, collectFiles } from './web-budget.ts';

test('a file of 401 lines is found, a generated one and one of 400 are not', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'varco-size-'));
  mkdirSync(join(dir, 'apps/a/src'), { recursive: true });
  mkdirSync(join(dir, 'apps/a/node_modules'), { recursive: true });
  for (const [file, lines] of [
    ['src/long.css', 401],
    ['src/long.gen.ts', 401],
    ['src/fits.ts', 400],
    ['node_modules/x.js', 900],
  ] as const) {
    writeFileSync(join(dir, 'apps/a', file), 'x\n'.repeat(lines));
  }
  expect(await findOversizedFiles(dir)).toEqual([expect.stringContaining('apps/a/src/long.css: 401 lines')]);
  rmSync(dir, { recursive: true });
});

const fine = { integrity: 'sha512-x', resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' };

test('a lock file without an optional package, a checksum, or with a private address, is refused', () => {
  expect(
    findLockComplaints({
      packages: {
        '': { optionalDependencies: { 'node-for-arm': '1' } },
        'node_modules/a': { ...fine, optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
        'node_modules/a/node_modules/a-linux': fine,
        'node_modules/b': { resolved: 'http://mirror.example/b.tgz' },
        'node_modules/c': { integrity: 'sha512-x' },
        'node_modules/@varco/domain': { link: true, resolved: 'packages/domain' },
      },
    }),
  ).toEqual([
    'package.json: optional node-for-arm has no entry',
    'node_modules/a: optional a-mac has no entry',
    'node_modules/b: no integrity',
    'node_modules/b: comes from http://mirror.example/b.tgz, not from the public registry',
  ]);
});

test('a screen or styles over their budget are refused, with the figures; those just within are not', () => {
  expect(toBudgetResult({ signIn: 150_000, search: 310_000, styles: 24_500 })).toMatchObject({
    failed: 0,
    note: 'sign-in 150.0 of 150.0 kB, search 310.0 of 310.0 kB, styles 24.5 of 24.5 kB',
  });
  const over = toBudgetResult({ signIn: 150_001, search: 400_000, styles: 30_000 });
  expect(over.failed).toBe(1);
  expect(over.output).toMatch(/sign-in 150\.0 of 150\.0 kB[^]*search 400\.0 of 310\.0 kB[^]*styles 30\.0 of 24\.5 kB/);
});

test('what a screen waits for is every file its modules import, once; a module that is gone is noticed', () => {
  const manifest = {
    'index.html': { file: 'a.js', imports: ['_shared.js'] },
    'src/late.tsx': { file: 'late.js', imports: ['_shared.js', 'index.html'] },
    '_shared.js': { file: 'shared.js' },
  };
  expect([...collectFiles(manifest, ['index.html'])]).toEqual(['a.js', 'shared.js']);
  expect([...collectFiles(manifest, ['index.html', 'src/late.tsx'])]).toEqual(['a.js', 'shared.js', 'late.js']);
  expect(() => collectFiles(manifest, ['src/gone.tsx'])).toThrow('src/gone.tsx');
});
