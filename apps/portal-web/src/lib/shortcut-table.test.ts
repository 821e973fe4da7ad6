import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACTION_KEYS, SHORTCUTS } from './shortcut-table.ts';
import { ACTION_PLACES } from './transit-actions/transit-action.ts';

const SRC = path.join(import.meta.dirname, '..');

/** All sources that bind keys, except the table itself. */
const bindings = fs
  .globSync('**/*.{ts,tsx}', { cwd: SRC })
  .filter((file) => !/shortcut-table|\.test\./.test(file))
  .map((file) => fs.readFileSync(path.join(SRC, file), 'utf8'))
  .filter((text) => text.includes('useShortcuts('))
  .join('\n');

/** Keys that a table, a tab strip or a picture handles while focused; the end-to-end tests press them. */
const COMPONENT_KEYS = ['Arrow', 'Home', 'End', 'Shift+r', 'Enter', 'Space', 'Delete', '.', '+', '-', '0'];

describe('the table of shortcuts', () => {
  it('every key it shows is bound somewhere', () => {
    // The card of an alert handles its keys itself; its own test presses them.
    const rows = SHORTCUTS.filter(({ place }) => place !== 'alerts');
    const bound = rows
      .flatMap((row) => row.keys)
      .filter((key) => !COMPONENT_KEYS.some((piece) => key === piece || (piece === 'Arrow' && key.startsWith(piece))));
    for (const key of bound) {
      const name = key.replace('0..9', 'Digit').replace('\\', '\\\\');
      const isBound = [`'${name}'`, `\`${name}`, `${name}:`, `'${name}0'`].some((text) => bindings.includes(text));
      expect(isBound, key).toBe(true);
    }
  });

  it('the keys of actions are those their menus show', () => {
    const shown = Object.entries(ACTION_PLACES).flatMap(([id, { keyName }]) =>
      keyName === null ? [] : [[id, keyName.toLowerCase()]],
    );
    expect(ACTION_KEYS).toEqual(shown);
  });

  it('no key means two things in one place', () => {
    const seen = SHORTCUTS.flatMap((row) => row.keys.map((key) => `${row.place} ${key}`));
    expect(seen.filter((one, at) => seen.indexOf(one) !== at)).toEqual([]);
  });
});
