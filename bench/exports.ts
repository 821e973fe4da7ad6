// `npm run bench -- export`: exports of real plants, downloaded by the exporter or built by the portal, with the
// memory of every process and the speed of concurrent searches.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFirstFlaw } from '@varco/exporter/write-export.ts';
import { attachPictures } from './exports/attach-pictures.ts';
import { fetchEstimate, type BenchPlant, findExportWindow, resetQuota, signInPlants } from './exports/plant-calls.ts';
import { type ExportRun, formatExportReport } from './exports/report.ts';
import { measureSearches, watchWhile } from './exports/watch.ts';
import { exportDirectly, signInPortalUser, exportThroughPortal, type ExportMethod } from './exports/export-methods.ts';
import type { BenchOptions } from './options.ts';
import { fillCallers } from './portal/callers.ts';
import { saveResults } from './report/save-results.ts';
import { readLoadAverage, collectMachineFacts } from './report/results.ts';
import { summarizeTimes } from './stats.ts';
import { startRateLimitResets } from './web/reset-rate-limits.ts';
import { startHealthyWorld, type HealthyWorld } from './world/healthy-world.ts';

const PLAIN = { transits: 50_000, targetS: 10, withPictures: false };
const PICTURED = { transits: 5_000, targetS: 60, withPictures: true };
/** Number of searches on idle plants, as a reference. */
const REFERENCE_SEARCHES = 60;
const READING_MS = 10_000;

/** Runs the export benchmark. @throws PreflightError when its ports are in use */
export async function benchExports(options: BenchOptions, say: (text: string) => void): Promise<void> {
  const loadBefore = readLoadAverage();
  const request = {
    dataDir: `${options.dataDir}-export`,
    portBase: 18_900,
    size: 'small',
    fillMore: fillCallers,
  } as const;
  const world = await startHealthyWorld(request, say);
  const allowance = startRateLimitResets(world);
  try {
    const plants = await signInPlants(world);
    await resetQuota(world);
    const one = plants.slice(0, 1);
    const [first] = one;
    if (first === undefined) throw new Error('no plants');
    say(`attaching pictures to ${PICTURED.transits} transits`);
    await attachPictures(world, first, PICTURED.transits);
    const byPortal = exportThroughPortal(await signInPortalUser(world));
    const runs: ExportRun[] = [];
    const orders = [
      { ...PLAIN, label: 'data of 8 plants, direct', plants, way: exportDirectly },
      { ...PLAIN, label: 'data of 8 plants, by the portal', plants, way: byPortal },
      { ...PICTURED, label: 'pictures of one plant, direct', plants: one, way: exportDirectly },
      { ...PICTURED, label: 'pictures of one plant, by the portal', plants: one, way: byPortal },
    ];
    for (const order of orders.filter(({ label }) => isSelected(options.only, label))) {
      say(`${order.label}: ${order.transits} transits`);
      runs.push(await measureExport(world, order));
    }
    const run = collectMachineFacts('npm run bench -- export', loadBefore);
    const { table, picture } = formatExportReport(run, runs);
    console.log(`\n${table}\n`);
    if (options.isSaved) saveResults('export', { run, runs }, picture);
  } finally {
    allowance.stop();
    await world.stop();
  }
}

/** Tests a run label against `--only` values such as `data`, `pictures`, `direct` or `portal`. */
const isSelected = (only: readonly string[], label: string): boolean =>
  only.length === 0 || only.some((word) => label.split(/[ ,]+/).includes(word));

interface ExportCase {
  readonly label: string;
  readonly transits: number;
  readonly targetS: number;
  readonly withPictures: boolean;
  readonly plants: readonly BenchPlant[];
  readonly way: ExportMethod;
}

async function measureExport(world: HealthyWorld, requested: ExportCase): Promise<ExportRun> {
  const { plants, transits, label, targetS, withPictures, way } = requested;
  const share = Math.floor(transits / plants.length);
  const windows = await Promise.all(plants.map((plant) => findExportWindow(world, plant, share)));
  const searchBefore = summarizeTimes(await measureSearches(plants, REFERENCE_SEARCHES));
  // As in the export form: query the estimate of each plant, then allow time to read it.
  await Promise.all(plants.map((plant, i) => fetchEstimate(plant, windows[i] ?? {}, withPictures)));
  await wait(READING_MS);
  const folder = await mkdtemp(join(world.layout.dataDir, 'export-'));
  try {
    const [made, watched] = await watchWhile(world, plants, async () => {
      const begunAt = performance.now();
      const file = await way(world, { plants, windows, withPictures, folder });
      return { ...file, seconds: (performance.now() - begunAt) / 1_000 };
    });
    const flaw = await findFirstFlaw(made.path, made.password);
    if (flaw !== null) throw new Error(`the export does not pass its check: ${flaw.code} ${flaw.file}`);
    return {
      ...{ label, targetS, searchBefore },
      transits: made.transits,
      seconds: Math.round(made.seconds * 10) / 10,
      bytes: (await stat(made.path)).size,
      growth: watched.growth,
      searchMeanwhile: summarizeTimes(watched.searchMs),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
