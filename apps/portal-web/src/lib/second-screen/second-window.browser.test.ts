import { afterEach, expect, test } from 'vitest';
import { getWindowId } from '../workspace/window-id.ts';
import { isSecondScreen, SECOND_SCREEN_NAME } from './second-window.ts';

const before = window.name;
afterEach(() => {
  window.name = before;
});

test('a second screen, which begins with a copy of the storage of its opener, does not take its tabs for its own', () => {
  const first = getWindowId();
  expect(isSecondScreen()).toBe(false);
  window.name = SECOND_SCREEN_NAME;
  expect(isSecondScreen()).toBe(true);
  const second = getWindowId();
  expect(second).not.toBe(first);
  expect(getWindowId()).toBe(second);
  window.name = before;
  expect(getWindowId()).toBe(first);
});
