import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { setSingleKeys, usePreferences } from './preferences/preferences.store.ts';
import { useShortcuts } from './shortcuts.ts';

const pressedKeys: string[] = [];
afterEach(() => {
  pressedKeys.length = 0;
  usePreferences.setState(usePreferences.getInitialState());
});

function BoundScreen() {
  useShortcuts({
    q: () => pressedKeys.push('plate'),
    Digit7: () => pressedKeys.push('week'),
    'g n': () => pressedKeys.push('new tab'),
    F8: () => pressedKeys.push('reason'),
    'Ctrl+k': () => pressedKeys.push('palette'),
    Escape: () => pressedKeys.push('abort'),
  });
  return <p>tasti</p>;
}

const pressAll = async (): Promise<void> => {
  for (const keys of ['q', '7', 'gn', '{F8}', '{Control>}k{/Control}', '{Escape}']) await userEvent.keyboard(keys);
};

test('single-character keys can be switched off; chords and named keys still work', async () => {
  await render(<BoundScreen />);
  await pressAll();
  expect(pressedKeys.splice(0)).toEqual(['plate', 'week', 'new tab', 'reason', 'palette', 'abort']);
  setSingleKeys(false);
  await pressAll();
  expect(pressedKeys.splice(0)).toEqual(['reason', 'palette', 'abort']);
  setSingleKeys(true);
  await pressAll();
  expect(pressedKeys).toHaveLength(6);
});
