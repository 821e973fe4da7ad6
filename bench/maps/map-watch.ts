import type { Page } from '@playwright/test';
import { type Times, timesOf } from '../stats.ts';

/** How a map moved under a hand. */
export interface PanFigures {
  readonly framesPerSecond: number;
  /** From frame to frame, milliseconds. */
  readonly frames: Times | null;
  /** What the page itself works in a frame, milliseconds: the rest of the time the map is drawn outside of it. */
  readonly workMs: number;
}

const PAN_MS = 5_000;

/**
 * Runs in the page: drags the ground to and fro by seven pixels a frame, and resolves to the times of the frames. A hand of the browser's own
 * driver would wait for the frame before; this one goes with them.
 */
const PAN = `(() => {
  const canvas = document.querySelector('.maplibregl-canvas');
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const y = top + height / 2;
  const fire = (type, x, buttons) => canvas.dispatchEvent(new MouseEvent(type, {
    bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, buttons, view: window,
  }));
  let x = left + width / 2;
  let step = 7;
  fire('mousedown', x, 1);
  const begun = performance.now();
  const times = [];
  return new Promise((resolve) => {
    const next = (at) => {
      times.push(at);
      if (at - begun > ${PAN_MS}) {
        fire('mouseup', x, 0);
        return resolve(times);
      }
      x += step;
      if (Math.abs(x - left - width / 2) > width / 4) step = -step;
      fire('mousemove', x, 1);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
})()`;

/** Drags the map on the page for five seconds. */
export async function pan(page: Page): Promise<PanFigures> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const worked = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  try {
    const before = await worked();
    const times = await page.evaluate<number[]>(PAN);
    const workS = (await worked()) - before;
    const frames = times.slice(1).map((at, index) => at - (times[index] ?? at));
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
    return {
      framesPerSecond: Math.round((frames.length / seconds) * 10) / 10,
      frames: timesOf(frames),
      workMs: Math.round((workS / frames.length) * 10_000) / 10,
    };
  } finally {
    await devtools.detach();
  }
}

/** Goes to a page of the portal from inside and waits until its map is drawn; milliseconds from the step to the paint of the idle map. */
export const timeToMap = (page: Page, path: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const begun = performance.now();
    const look = () => {
      if (document.querySelector('[data-map-state=idle]') === null) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    };
    history.pushState({}, '', '${path}');
    dispatchEvent(new PopStateEvent('popstate'));
    look();
  })`);
