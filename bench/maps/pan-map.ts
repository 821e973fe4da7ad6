import type { Page } from '@playwright/test';
import { type Times, summarizeTimes } from '../stats.ts';

/** Measurements while a map is dragged. */
export interface PanFigures {
  readonly framesPerSecond: number;
  /** Time between frames, milliseconds. */
  readonly frames: Times | null;
  /** Script time of the page per frame, milliseconds; the rest is drawing and waiting. */
  readonly scriptMs: number;
}

const PAN_MS = 5_000;
const SAMPLE_US = 500;
/** Profile nodes that are not script functions. */
const NO_SCRIPT: ReadonlySet<string> = new Set(['(root)', '(program)', '(idle)']);

/**
 * Runs in the page: drags the map to and fro by seven pixels per frame and resolves to the frame times. The browser
 * driver's own mouse would wait for the previous frame; this one moves in step with the frames.
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

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** Time spent in script functions, without browser-internal work and waiting. */
function computeScriptMs({ nodes, samples = [], timeDeltas = [] }: Profile): number {
  const others = new Set(nodes.filter(({ callFrame }) => NO_SCRIPT.has(callFrame.functionName)).map(({ id }) => id));
  const us = samples.reduce((sum, id, at) => sum + (others.has(id) ? 0 : (timeDeltas[at] ?? 0)), 0);
  return us / 1000;
}

/** Drags the map on the page for five seconds. */
export async function measurePan(page: Page): Promise<PanFigures> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  try {
    await devtools.send('Profiler.start');
    const times = await page.evaluate<number[]>(PAN);
    const { profile } = await devtools.send('Profiler.stop');
    const frames = times.slice(1).map((at, index) => at - (times[index] ?? at));
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
    return {
      framesPerSecond: Math.round((frames.length / seconds) * 10) / 10,
      frames: summarizeTimes(frames),
      scriptMs: Math.round((computeScriptMs(profile) / frames.length) * 10) / 10,
    };
  } finally {
    await devtools.detach();
  }
}

/**
 * Navigates inside the portal and waits until the map is drawn; returns the milliseconds from the navigation to the
 * paint of the idle map.
 */
export const measureTimeToMap = (page: Page, path: string): Promise<number> =>
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
