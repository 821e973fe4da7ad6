// `npm run bench -- web`: the search screen in a real browser, with eight plants of 200 000 transits and with a
// hundred addresses.
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../tools/browser.ts';
import { DEMO_PEOPLE } from '../tools/demo/people.ts';
import type { BenchOptions } from './options.ts';
import { saveResults } from './report/save-results.ts';
import { readLoadAverage, collectMachineFacts } from './report/results.ts';
import { startRateLimitResets } from './web/reset-rate-limits.ts';
import { fillFleet, HUNDRED_PLANTS, startFleet } from './web/fleet.ts';
import {
  openSearchScreen,
  measureHeapGrowth,
  measureKeys,
  measureRowMoves,
  measureSearchTimes,
  measureTabs,
} from './web/measures.ts';
import { type WebFigures, formatWebReport } from './web/report.ts';
import { type WatchedPage, watchPage } from './web/watched-page.ts';
import { type HealthyWorld, startHealthyWorld } from './world/healthy-world.ts';

const SIZE = 'medium';
/** A user with access to all eight plants. */
const PERSON = DEMO_PEOPLE[0] ?? HUNDRED_PLANTS;
/** The plant that hangs: it accepts every connection and never responds. */
const HANGING = 'rav';
const MANY_SEARCHES = 200;

/** Runs the web benchmark. @throws PreflightError when its ports are in use */
export async function benchWeb(options: BenchOptions, say: (text: string) => void): Promise<void> {
  const loadBefore = readLoadAverage();
  const request = {
    dataDir: `${options.dataDir}-web`,
    portBase: 18_760,
    size: SIZE,
    fillMore: fillFleet(HUNDRED_PLANTS),
  } as const;
  const world = await startHealthyWorld(request, say);
  const allowance = startRateLimitResets(world);
  const browser = await chromium.launch(await findBrowser());
  try {
    const eight = await measureEightPlants(browser, world, options.runs, say);
    console.log(JSON.stringify(eight));
    const hundred = await measureHundredPlants(browser, world, options.runs, say);
    const figures: WebFigures = { ...eight, hundred };
    const run = {
      ...collectMachineFacts('npm run bench -- web', loadBefore),
      transits: world.layout.plants.length * 200_000,
    };
    const { table, picture } = formatWebReport(run, figures);
    console.log(`\n${table}\n`);
    if (options.isSaved) saveResults('web', { run, ...figures }, picture);
  } finally {
    await browser.close();
    allowance.stop();
    await world.stop();
  }
}

async function measureEightPlants(
  browser: Browser,
  world: HealthyWorld,
  runs: number,
  say: (text: string) => void,
): Promise<Omit<WebFigures, 'hundred'>> {
  return withWatchedPage(browser, world, async (watched) => {
    const list = await openSearchScreen(watched, PERSON);
    const settle = (): Promise<void> => list.expectSettled();
    say('searches over eight plants, after a warm-up');
    await measureSearchTimes(watched, list, 4, settle);
    const searches = await measureSearchTimes(watched, list, runs * 2, settle);
    say('keys, rows');
    const keys = await measureKeys(watched, list);
    await measureSearchTimes(watched, list, 1, settle);
    const rows = await measureRowMoves(watched, list);
    say('one plant does not respond');
    // The page shows the rows of the first pattern. Searching for it again would give no new rows, and the watch
    // would wait for the hanging plant.
    const hanging = await runWhileHanging(world, () =>
      measureSearchTimes(watched, list, runs, async () => undefined, 1),
    );
    await list.expectSettled();
    say(`${MANY_SEARCHES} searches`);
    const heap = await measureHeapGrowth(watched, list, MANY_SEARCHES);
    say('tabs');
    const tabs = await measureTabs(watched, list);
    return { searches, hanging, keys, rows, tabs, heap };
  });
}

async function runWhileHanging<T>(world: HealthyWorld, work: () => Promise<T>): Promise<T> {
  const pid = world.pidOf(HANGING);
  if (pid === null) throw new Error(`${HANGING} does not run`);
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

async function measureHundredPlants(
  browser: Browser,
  world: HealthyWorld,
  runs: number,
  say: (text: string) => void,
): Promise<WebFigures['hundred']> {
  const fleet = await startFleet(world.layout, HUNDRED_PLANTS);
  try {
    return await withWatchedPage(browser, world, async (watched) => {
      say(`${HUNDRED_PLANTS.size} plants sign in`);
      const list = await openSearchScreen(watched, HUNDRED_PLANTS);
      say(`searches over ${HUNDRED_PLANTS.size} plants`);
      let isInOrder = true;
      const check = async (): Promise<void> => {
        await list.expectSettled();
        const times = await list.readTimes();
        isInOrder &&= times.length > 1 && times.every((time, at) => at === 0 || time <= (times[at - 1] ?? ''));
      };
      const settle = (): Promise<void> => list.expectSettled();
      // Warm-up: all queries once, so that all responses are cached in the fleet.
      await measureSearchTimes(watched, list, 14, settle);
      const searches = await measureSearchTimes(watched, list, runs, check);
      return { plants: HUNDRED_PLANTS.size, ...searches, isInOrder };
    });
  } finally {
    fleet.stop();
  }
}

async function withWatchedPage<T>(
  browser: Browser,
  world: HealthyWorld,
  work: (watched: WatchedPage) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    baseURL: world.layout.portalUrl,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
  });
  try {
    return await work(await watchPage(await context.newPage()));
  } finally {
    await context.close();
  }
}
