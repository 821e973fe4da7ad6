import { join } from 'node:path';
import { PreflightError } from '../tools/demo/preflight.ts';
import { EmbeddedPostgresError } from '@varco/server-kit/database/embedded-error.ts';
import { benchAlerts } from './alerts.ts';
import { benchAudit } from './audit.ts';
import { benchAnalysis } from './analysis.ts';
import { benchIntake } from './camera-intake.ts';
import { benchCameras } from './cameras.ts';
import { readSpec, openDataFolder } from './data/data-folder.ts';
import type { DataSpec } from './data/traffic.ts';
import { benchCharts } from './charts.ts';
import { benchDrill } from './drill.ts';
import { benchExports } from './exports.ts';
import { benchFailover } from './failover.ts';
import { benchGuard, SlowerError } from './guard.ts';
import { benchIngest } from './ingest.ts';
import { benchJobs } from './jobs.ts';
import { benchMaps } from './maps.ts';
import { benchMisreads } from './misreads.ts';
import { OptionError, readBenchOptions } from './options.ts';
import { benchPlants } from './plants.ts';
import { benchPortal } from './portal.ts';
import { benchRestore } from './restore.ts';
import { benchReview } from './review.ts';
import { benchRolling } from './rolling.ts';
import { benchScale, ScaleError } from './scale.ts';
import { benchSearch } from './search.ts';
import { benchSizing } from './sizing.ts';
import { benchWeb } from './web.ts';

const root = join(import.meta.dirname, '..');

const DEFAULT_ROWS = 30_000_000;

/** Data specification shared by all benchmarks; only the size can be chosen. */
const buildDataSpec = (rows: number): DataSpec => ({
  seed: 20261121,
  rows,
  gates: 100,
  days: 60,
  firstDay: '2026-09-02',
});

/** Runs the benchmark named in the arguments. Returns the exit code. */
export async function runBench(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const say = (text: string): void =>
    console.log(
      `${Math.round((performance.now() - startedAt) / 1000)
        .toString()
        .padStart(5)} s  ${text}`,
    );
  try {
    const options = readBenchOptions(args, root);
    const spec =
      options.rows === null ? (readSpec(options.dataDir) ?? buildDataSpec(DEFAULT_ROWS)) : buildDataSpec(options.rows);
    if (options.name === 'load') await openDataFolder(options.dataDir, spec, say);
    if (options.name === 'search') await benchSearch(options, spec, say);
    if (options.name === 'guard') await benchGuard(options, say);
    if (options.name === 'ingest') await benchIngest(options, spec, say);
    if (options.name === 'alerts') await benchAlerts(options, spec, say);
    if (options.name === 'export') await benchExports(options, say);
    if (options.name === 'analysis') await benchAnalysis(options, spec, say);
    if (options.name === 'charts') await benchCharts(options, say);
    if (options.name === 'web') await benchWeb(options, say);
    if (options.name === 'jobs') await benchJobs(options, say);
    if (options.name === 'maps') await benchMaps(options, say);
    if (options.name === 'plants') await benchPlants(options, say);
    if (options.name === 'cameras') benchCameras(options, say);
    if (options.name === 'intake') await benchIntake(options, spec, say);
    if (options.name === 'scale') await benchScale(options, spec, say);
    if (options.name === 'sizing') await benchSizing(options, spec, say);
    if (options.name === 'review') benchReview(options, say);
    if (options.name === 'misreads') benchMisreads(options, say);
    if (options.name === 'audit') await benchAudit(options, say);
    if (options.name === 'restore') await benchRestore(options, say);
    if (options.name === 'drill') await benchDrill(options, say);
    if (options.name === 'rolling') await benchRolling(options, say);
    if (options.name === 'failover') await benchFailover(options, say);
    if (options.name === 'portal') await benchPortal(options, say);
    return 0;
  } catch (error) {
    const isForPerson =
      error instanceof OptionError ||
      error instanceof SlowerError ||
      error instanceof ScaleError ||
      error instanceof EmbeddedPostgresError ||
      error instanceof PreflightError;
    console.error(isForPerson ? error.message : error);
    return 1;
  }
}
