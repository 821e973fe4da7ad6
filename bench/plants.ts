// `npm run bench -- plants`: five hundred plants behind one sign-in, in a real browser, and their heartbeats.
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { CasePage } from '../e2e/pages/case.page.ts';
import { ListPage } from '../e2e/pages/list.page.ts';
import { LoginPage } from '../e2e/pages/login.page.ts';
import { findBrowser } from '../tools/browser.ts';
import type { BenchOptions } from './options.ts';
import { measureHeartbeats } from './plants/heartbeat-load.ts';
import { MANY_PLANTS } from './plants/many-plants-fleet.ts';
import {
  measureAlerts,
  measureControlRoom,
  measureMap,
  measureUntilAllSignedIn,
  readBrowserMemory,
} from './plants/page-measures.ts';
import { formatPlantsReport, type PlantsFigures } from './plants/report.ts';
import { StreamReplies } from './plants/stream-replies.ts';
import { signInOnce } from './portal/browser-run.ts';
import { collectMachineFacts, readLoadAverage } from './report/results.ts';
import { saveResults } from './report/save-results.ts';
import { summarizeTimes, type Times } from './stats.ts';
import { fillFleet, startFleet } from './web/fleet.ts';
import { measureSearchTimes } from './web/measures.ts';
import { startRateLimitResets } from './web/reset-rate-limits.ts';
import { type WatchedPage, watchPage } from './web/watched-page.ts';
import { type HealthyWorld, startHealthyWorld } from './world/healthy-world.ts';

type Say = (text: string) => void;
const SHELLS = 2;
/** Plants that hang are waited for, and many responses are drawn. */
const SETTLE_MS = 120_000;
const WARM_UPS = 3;
/** One plant in so many accepts every call and never responds. */
const HANGING_EVERY = 10;

/** Runs the benchmark of many plants. @throws PreflightError when its ports are in use */
export async function benchPlants(options: BenchOptions, say: Say): Promise<void> {
  const loadBefore = readLoadAverage();
  const request = { dataDir: `${options.dataDir}-plants`, portBase: 18_600, size: 'tiny' } as const;
  const world = await startHealthyWorld({ ...request, fillMore: fillFleet(MANY_PLANTS) }, say);
  const allowance = startRateLimitResets(world);
  const browser = await chromium.launch(await findBrowser());
  try {
    const figures = await measurePlants(browser, world, options, say);
    const run = collectMachineFacts('npm run bench -- plants', loadBefore);
    console.log(`\n${formatPlantsReport(run, figures)}\n`);
    if (options.isSaved) saveResults('plants', { run, ...figures });
  } finally {
    await browser.close();
    allowance.stop();
    await world.stop();
  }
}

async function measurePlants(
  browser: Browser,
  world: HealthyWorld,
  options: BenchOptions,
  say: Say,
): Promise<PlantsFigures> {
  const streams = new StreamReplies(world.layout.portalUrl);
  let isHanging = false;
  const fleet = await startFleet(world.layout, MANY_PLANTS, {
    respond: (address, ...call) => (isHanging && address % HANGING_EVERY === 3) || streams.respond(address, ...call),
  });
  const context = await browser.newContext({
    baseURL: world.layout.portalUrl,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
  });
  try {
    const shell = await measureShell(browser, world.layout.portalUrl, say);
    const watched = await watchPage(await context.newPage());
    const { page } = watched;
    say(`${JSON.stringify(shell)}; every plant signs in`);
    await new LoginPage(page).signIn(MANY_PLANTS);
    const signedInMs = await measureUntilAllSignedIn(page);
    // The first lists of five hundred plants arrive meanwhile.
    await new ListPage(page, SETTLE_MS).expectSettled();
    await stateReason(page);
    const { settled, hanging } = await measureSearches(watched, options.runs, say, (is) => (isHanging = is));
    say('alerts');
    const alerts = await measureAlerts(page, streams);
    say(`${JSON.stringify(alerts)}; control room`);
    const controlRoom = await measureControlRoom(page);
    const memory = await readBrowserMemory(browser, page);
    say(`${JSON.stringify({ ...controlRoom, ...memory })}; map`);
    const mapMs = await measureMap(page);
    say(`${mapMs} ms; heartbeats`);
    const pid = world.pidOf('portal');
    if (pid === null) throw new Error('the portal does not run');
    const heartbeats = await measureHeartbeats(world.layout.portalUrl, pid, 60);
    return {
      ...{
        plants: MANY_PLANTS.size,
        shell,
        signedInMs,
        settled,
        hanging,
        alerts,
        mapMs,
        controlRoom,
        memory,
        heartbeats,
      },
      openStreams: streams.peak,
    };
  } finally {
    await context.close();
    fleet.stop();
  }
}

/** Presses the key again while the page is too busy to open the dialog. */
async function stateReason(page: Page): Promise<void> {
  const bar = new CasePage(page);
  await expect(async () => {
    await page.keyboard.press('F8');
    await bar.dialog.waitFor({ timeout: 10_000 });
  }).toPass({ timeout: SETTLE_MS });
  await bar.fill('412/2026');
}

/** From "Accedi" to the search screen, each time in a browser without cached data. */
async function measureShell(browser: Browser, origin: string, say: Say): Promise<Times | null> {
  const times: number[] = [];
  const { username, password } = MANY_PLANTS;
  for (let i = 0; i < SHELLS; i += 1) {
    say(`sign-in ${i + 1} of ${SHELLS}`);
    times.push((await signInOnce(browser, { origin, username, password }, 4_000)).shellMs);
  }
  return summarizeTimes(times);
}

/** Searches over all plants; then while one in ten does not respond, when only the first rows are waited for. */
async function measureSearches(
  watched: WatchedPage,
  runs: number,
  say: Say,
  setHanging: (is: boolean) => void,
): Promise<Pick<PlantsFigures, 'settled' | 'hanging'>> {
  const list = new ListPage(watched.page, SETTLE_MS);
  await list.period('Tutti').click();
  await list.expectSettled();
  const settle = (): Promise<void> => list.expectSettled();
  say('searches, after a warm-up');
  await measureSearchTimes(watched, list, WARM_UPS, settle);
  const settled = await measureSearchTimes(watched, list, runs, settle);
  say(`${JSON.stringify(settled)}; one plant in ${HANGING_EVERY} does not respond`);
  setHanging(true);
  const hanging = await measureSearchTimes(watched, list, runs, async () => undefined, 1).catch((error: unknown) => {
    say(`${String(error)} in 45 s`);
    return { first: null, full: null, longestMs: 0 };
  });
  setHanging(false);
  say(JSON.stringify(hanging));
  return { settled, hanging };
}
