import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { setSingleKeys, usePreferences } from './preferences/preferences.store.ts';
import { useShortcuts } from './shortcuts.ts';

const done: string[] = [];
afterEach(() => {
  done.length = 0;
  usePreferences.setState(usePreferences.getInitialState());
});

function Bound() {
  useShortcuts({
    q: () => done.push('plate'),
    Digit7: () => done.push('week'),
    'g n': () => done.push('new tab'),
    F8: () => done.push('reason'),
    'Ctrl+k': () => done.push('palette'),
    Escape: () => done.push('abort'),
  });
  return <p>tasti</p>;
}

const pressAll = async (): Promise<void> => {
  for (const keys of ['q', '7', 'gn', '{F8}', '{Control>}k{/Control}', '{Escape}']) await userEvent.keyboard(keys);
};

test('single-character keys can be switched off; chords and named keys still work', async () => {
  await render(<Bound />);
  await pressAll();
  expect(done.splice(0)).toEqual(['plate', 'week', 'new tab', 'reason', 'palette', 'abort']);
  setSingleKeys(false);
  await pressAll();
  expect(done.splice(0)).toEqual(['reason', 'palette', 'abort']);
  setSingleKeys(true);
  await pressAll();
  expect(done).toHaveLength(6);
});
