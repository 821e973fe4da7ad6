import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (pattern: string): readonly (readonly [string, string])[] =>
  globSync(`{apps/portal-web,packages/ui}/src/**/*.${pattern}`, { cwd: root }).map((file) => [
    file,
    readFileSync(resolve(root, file), 'utf8'),
  ]);
/** Set by the component library on its own elements. */
const OF_THE_LIBRARY = /^--(?:mantine-|mb-|modal-)/;

test('every variable that a style sheet reads is set somewhere: an unknown one is silently no colour and no font', () => {
  const sheets = read('css');
  const known = new Set([
    ...sheets.flatMap(([, text]) => [...text.matchAll(/(--[a-z0-9-]+)\s*:/g)].map(([, name]) => name)),
    // Set on an element by a component.
    ...read('{ts,tsx}').flatMap(([, text]) => [...text.matchAll(/['"](--[a-z0-9-]+)['"]/g)].map(([, name]) => name)),
  ]);
  const unknown = sheets.flatMap(([file, text]) =>
    [...text.matchAll(/var\((--[a-z0-9-]+)/g)].flatMap(([, name = '']) =>
      known.has(name) || OF_THE_LIBRARY.test(name) ? [] : [`${file}: ${name}`],
    ),
  );
  expect(unknown).toEqual([]);
});
