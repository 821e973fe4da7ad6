import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const MANTINE = join(root, 'node_modules/@mantine/core/esm');
/** Styles that belong to no component. */
const COMMON = ['baseline', 'default-css-variables', 'global'];

/** Names that the app and its components import from Mantine; types among them lead to no file. */
function listImportedNames(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of globSync(['apps/portal-web/src/**/*.ts?(x)', 'packages/ui/src/**/*.ts?(x)'], { cwd: root })) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, list = ''] of text.matchAll(/import\s*\{([^}]*)\}\s*from\s*'@mantine\/core'/g))
      for (const name of list.split(',')) names.add(name.trim().replace(/ as .*/, ''));
  }
  return names;
}

/** Files of Mantine by what they export. */
function readExports(): ReadonlyMap<string, string> {
  const index = readFileSync(join(MANTINE, 'index.mjs'), 'utf8');
  const files = new Map<string, string>();
  for (const [, list = '', file = ''] of index.matchAll(/import\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g))
    for (const name of list.split(',')) files.set(name.trim().replace(/.* as /, ''), resolve(MANTINE, file));
  return files;
}

function collectImports(start: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from\s*"(\.[^"]+)"/g))
      visit(resolve(dirname(file), path));
  };
  start.forEach(visit);
  return seen;
}

/** Names of the styles that are loaded, in their order. */
const listLoaded = (): readonly string[] => {
  const list = readFileSync(join(import.meta.dirname, 'mantine-styles.ts'), 'utf8');
  return [...list.matchAll(/styles\/([^/]+)\.layer\.css/g)].map(([, name = '']) => name);
};

test('the styles of every Mantine component that the app reaches are loaded, and no others', () => {
  const exported = readExports();
  const start = [...listImportedNames()].flatMap((name) => exported.get(name) ?? []);
  expect(start.length).toBeGreaterThan(20);
  const reached = [...collectImports(start)].flatMap((file) => /\/([^/]+)\.module\.mjs$/.exec(file)?.[1] ?? []);
  expect(listLoaded().toSorted()).toEqual([...COMMON, ...reached].toSorted());
});

test('the styles come in the order of Mantine, where later ones win', () => {
  const all = readFileSync(join(MANTINE, '../styles.layer.css'), 'utf8');
  const positions = listLoaded().map((name) => {
    const own = readFileSync(join(MANTINE, `../styles/${name}.layer.css`), 'utf8');
    return all.indexOf(
      /\.m_[0-9a-f]+|color-scheme: var|--mantine-z-index-app|data-respect-reduced-motion/.exec(own)?.[0] ?? '?',
    );
  });
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});
