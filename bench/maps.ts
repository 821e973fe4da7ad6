// `npm run bench -- maps`: maps in a real browser: the first map, and dragging a map with 2 000 gates and a track of
// 5 000 passages.
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { CasePage } from '../e2e/pages/case.page.ts';
import { ListPage } from '../e2e/pages/list.page.ts';
import { LoginPage } from '../e2e/pages/login.page.ts';
import { findBrowser } from '../tools/browser.ts';
import { DEMO_PEOPLE } from '../tools/demo/people.ts';
import { GATES_PER_ADDRESS, growResponses, PASSAGES_PER_ADDRESS } from './maps/grown-responses.ts';
import { measurePan, type PanFigures, measureTimeToMap } from './maps/pan-map.ts';
import { formatMapsReport } from './maps/report.ts';
import type { BenchOptions } from './options.ts';
import { saveResults } from './report/save-results.ts';
import { readLoadAverage, collectMachineFacts } from './report/results.ts';
import { summarizeTimes } from './stats.ts';
import { fillFleet, HUNDRED_PLANTS, startFleet } from './web/fleet.ts';
import { type HealthyWorld, startHealthyWorld } from './world/healthy-world.ts';

const PERSON = DEMO_PEOPLE[0] ?? HUNDRED_PLANTS;
const FIRST_MAPS = 5;
const LONG_MS = 120_000;

interface PanResult {
  readonly name: string;
  readonly figures: PanFigures;
}

/** Runs the map benchmark. @throws PreflightError when its ports are in use */
export async function benchMaps(options: BenchOptions, say: (text: string) => void): Promise<void> {
  const loadBefore = readLoadAverage();
  // The same world as in the web benchmark, so that it is filled only once.
  const request = {
    dataDir: `${options.dataDir}-web`,
    portBase: 18_760,
    size: 'medium',
    fillMore: fillFleet(HUNDRED_PLANTS),
  } as const;
  const world = await startHealthyWorld(request, say);
  const browser = await chromium.launch(await findBrowser());
  try {
    const first: number[] = [];
    for (let turn = 0; turn < FIRST_MAPS; turn += 1) {
      say(`first map ${turn + 1} of ${FIRST_MAPS}`);
      first.push(await withPage(browser, world, (page) => measureFirstMap(page)));
    }
    say(`first map: ${JSON.stringify(summarizeTimes(first))}`);
    const pans = await measureManyPoints(browser, world, say);
    const figures = { firstPaint: summarizeTimes(first), pans };
    const run = collectMachineFacts('npm run bench -- maps', loadBefore);
    console.log(`\n${formatMapsReport(run, figures)}\n`);
    if (options.isSaved) saveResults('maps', { run, ...figures });
  } finally {
    await browser.close();
    await world.stop();
  }
}

async function measureFirstMap(page: Page): Promise<number> {
  await new LoginPage(page).signIn(PERSON);
  return measureTimeToMap(page, '/map');
}

async function measureManyPoints(
  browser: Browser,
  world: HealthyWorld,
  say: (text: string) => void,
): Promise<readonly PanResult[]> {
  const fleet = await startFleet(world.layout, HUNDRED_PLANTS, { change: growResponses() });
  try {
    return await withPage(browser, world, async (page) => {
      say(`${HUNDRED_PLANTS.size} plants sign in`);
      await new LoginPage(page).signIn(HUNDRED_PLANTS);
      // The reasons come from the plants: none can be chosen before they have responded.
      const everyPlant = new RegExp(`^Impianti ${HUNDRED_PLANTS.size}/${HUNDRED_PLANTS.size}`);
      await expect(page.getByRole('button', { name: everyPlant })).toBeVisible({ timeout: LONG_MS });
      await new CasePage(page).stateReason('412/2026');
      await measureTimeToMap(page, '/map');
      const gates = page.getByRole('region', { name: 'Varchi', exact: true });
      await expect(gates).toContainText('V20 Sito 100', { timeout: LONG_MS });
      say(`dragging ${HUNDRED_PLANTS.size * GATES_PER_ADDRESS} gates`);
      const full = await measurePan(page);
      const search = page.getByRole('textbox', { name: 'Cerca un varco' });
      await search.fill('nessun varco si chiama così');
      // Only the header row of the table remains.
      await expect(gates.getByRole('row')).toHaveCount(1);
      const bare = await measurePan(page);
      say(`a track of ${HUNDRED_PLANTS.size * PASSAGES_PER_ADDRESS} passages`);
      const track = await measureTrackPan(page);
      return [
        { name: 'bare map', figures: bare },
        { name: `${HUNDRED_PLANTS.size * GATES_PER_ADDRESS} gates`, figures: full },
        { name: `track of ${HUNDRED_PLANTS.size * PASSAGES_PER_ADDRESS} passages`, figures: track },
      ];
    });
  } finally {
    fleet.stop();
  }
}

async function measureTrackPan(page: Page): Promise<PanFigures> {
  await page.goBack();
  const list = new ListPage(page);
  await list.period('Tutti').click();
  await list.expectSettled();
  await list.rows.first().focus();
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Tutto', exact: true }).click();
  const summary = page.getByRole('region', { name: 'Riepilogo del tracciato' });
  await expect(summary).toContainText(/^5\.?000/, { timeout: LONG_MS });
  await expect(page.locator('[data-map-state=idle]')).toBeVisible({ timeout: LONG_MS });
  return measurePan(page);
}

async function withPage<T>(browser: Browser, world: HealthyWorld, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    baseURL: world.layout.portalUrl,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
  });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
