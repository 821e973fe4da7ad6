import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { requestFullScreen, useFullScreenOfWall } from './use-wall-display.ts';

/** Stands in for the browser, which grants full screen only to a person. */
const screen = { element: null as Element | null, requests: 0, ends: 0, end: () => {} };
const change = (element: Element | null): void => {
  screen.element = element;
  document.dispatchEvent(new Event('fullscreenchange'));
};
beforeEach(() => {
  Object.assign(screen, { element: null, requests: 0, ends: 0 });
  vi.spyOn(document, 'fullscreenElement', 'get').mockImplementation(() => screen.element);
  vi.spyOn(document.documentElement, 'requestFullscreen').mockImplementation(async () => {
    screen.requests += 1;
  });
  vi.spyOn(document, 'exitFullscreen').mockImplementation(
    () =>
      new Promise((resolve) => {
        screen.ends += 1;
        screen.end = resolve;
      }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

function Wall({ onLeave }: { onLeave: () => void }): null {
  useFullScreenOfWall(onLeave);
  return null;
}

test('a wall opened while the full screen of the one before is ending stays, and is full after it', async () => {
  const first = vi.fn<() => void>();
  const second = vi.fn<() => void>();
  requestFullScreen();
  const before = await render(<Wall onLeave={first} />);
  change(document.documentElement);
  await before.unmount();
  expect(screen.ends).toBe(1);

  requestFullScreen();
  await render(<Wall onLeave={second} />);
  expect(screen.requests).toBe(1);
  change(null);
  screen.end();
  await expect.poll(() => screen.requests).toBe(2);
  change(document.documentElement);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  // Esc, as the browser reports it.
  change(null);
  expect(second).toHaveBeenCalledTimes(1);
});

test('a wall that was never full screen is not left when something else was', async () => {
  const leave = vi.fn<() => void>();
  await render(<Wall onLeave={leave} />);
  change(null);
  expect(leave).not.toHaveBeenCalled();
});
