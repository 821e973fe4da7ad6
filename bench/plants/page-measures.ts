import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { createTestAlert } from '../../apps/portal-web/test/alert-responses.ts';
import { measureTimeToMap } from '../maps/pan-map.ts';
import { readProcessMemory } from '../sizing/process-use.ts';
import { summarizeTimes, type Times } from '../stats.ts';
import { readHeapBytes } from '../web/watched-page.ts';
import { MANY_PLANTS } from './many-plants-fleet.ts';
import type { StreamReplies } from './stream-replies.ts';

const LONG_MS = 120_000;
const CONTROL_ROOM_MS = 60_000;
/** After this time the control room is read again. */
const LATER_MS = 30_000;
const HeardAlerts = z.array(z.object({ plate: z.string(), atMs: z.number() }));
/** Alerts arrive at random plants, one after the other. */
const ALERTS = 20;
const ALERT_EVERY_MS = 1_500;
const ALERT_TIMEOUT_MS = 40_000;

/** Milliseconds from now until the shell says that every plant is signed in. */
export async function measureUntilAllSignedIn(page: Page): Promise<number> {
  const begunMs = performance.now();
  const everyPlant = new RegExp(`^Impianti ${MANY_PLANTS.size}/${MANY_PLANTS.size}`);
  await expect(page.getByRole('button', { name: everyPlant })).toBeVisible({ timeout: LONG_MS });
  return Math.round(performance.now() - begunMs);
}

export interface AlertDelays {
  readonly delays: Times | null;
  readonly published: number;
  /** Not told within 40 s. */
  readonly lost: number;
  readonly repeated: number;
}

/** From the moment at which a plant publishes an alert until the tabs of the browser are told. */
export async function measureAlerts(page: Page, streams: StreamReplies): Promise<AlertDelays> {
  await page.evaluate(`new BroadcastChannel('varco-alerts-${MANY_PLANTS.uuid}').addEventListener('message', ({ data }) => {
    if (data.kind === 'alert') (window.varcoHeard ??= []).push({ plate: data.held.alert.targa, atMs: Date.now() });
  })`);
  const publishedMs = new Map<string, number>();
  for (let i = 0; i < ALERTS; i += 1) {
    const plate = `MP${String(i).padStart(3, '0')}AA`;
    const at = new Date().toISOString();
    const address = Math.floor(Math.random() * MANY_PLANTS.size);
    publishedMs.set(plate, Date.now());
    const id = String(9_000_000 + i);
    streams.publish(address, createTestAlert(1, 'blacklist', { id, targa: plate, data: at, segnalato_il: at }));
    await delay(ALERT_EVERY_MS);
  }
  const deadline = performance.now() + ALERT_TIMEOUT_MS;
  let heard: z.infer<typeof HeardAlerts> = [];
  while (performance.now() < deadline) {
    heard = HeardAlerts.parse(await page.evaluate('window.varcoHeard ?? []'));
    if (new Set(heard.map(({ plate }) => plate)).size >= publishedMs.size) break;
    await delay(500);
  }
  const first = new Map(heard.toReversed().map(({ plate, atMs }) => [plate, atMs]));
  const delays = [...first].map(([plate, atMs]) => atMs - (publishedMs.get(plate) ?? Number.NaN));
  return {
    delays: summarizeTimes(delays),
    published: publishedMs.size,
    lost: publishedMs.size - first.size,
    repeated: heard.length - first.size,
  };
}

export interface ControlRoomFigures {
  /** Until the tiles are there, and until every plant is in the totals; null: not within a minute. */
  readonly shownMs: number | null;
  readonly wholeMs: number | null;
  /** Plants in the totals half a minute later. */
  readonly live: number;
}

/** Opens the control room and waits until it counts every plant. */
export async function measureControlRoom(page: Page): Promise<ControlRoomFigures> {
  const begunMs = performance.now();
  const since = (): number => Math.round(performance.now() - begunMs);
  await page.evaluate(`history.pushState({}, '', '/control-room'); dispatchEvent(new PopStateEvent('popstate'))`);
  const status = page.locator('#control-room');
  const shownMs = await status.waitFor({ timeout: CONTROL_ROOM_MS }).then(since, () => null);
  const all = `Dal vivo: ${MANY_PLANTS.size} impianti su ${MANY_PLANTS.size}`;
  const wholeMs = await status
    .filter({ hasText: all })
    .waitFor({ timeout: CONTROL_ROOM_MS })
    .then(since, () => null);
  await delay(LATER_MS);
  const text = shownMs === null ? '' : ((await status.textContent()) ?? '');
  return { shownMs, wholeMs, live: Number(/Dal vivo: (\d+) impiant/.exec(text)?.[1] ?? 0) };
}

/** Milliseconds until the map of gates is drawn. */
export const measureMap = async (page: Page): Promise<number> => Math.round(await measureTimeToMap(page, '/map'));

export interface BrowserMemory {
  readonly heapMb: number;
  /** Memory of the process of the page, shared pages in proportion. */
  readonly processMb: number;
}

export async function readBrowserMemory(browser: Browser, page: Page): Promise<BrowserMemory> {
  const heapMb = Math.round((await readHeapBytes(page)) / 1e6);
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sizes = await Promise.all(pages.map((pid) => readProcessMemory(pid)));
  return { heapMb, processMb: Math.max(0, ...sizes) };
}
