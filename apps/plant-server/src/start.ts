import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import {
  createBackupLoops,
  findServerBackups,
  hasBackups,
  startServerBackup,
} from '@varco/server-kit/backup/server-backup.ts';
import { openPictureSource, type PictureSource } from '@varco/server-kit/media/picture-source.ts';
import { createPictureStore } from '@varco/server-kit/media/picture-store.ts';
import { createAuditPool, createPool } from '@varco/server-kit/database/pool.ts';
import type { DiskGuard } from '@varco/server-kit/disk/disk-guard.ts';
import { startServerDisk } from '@varco/server-kit/disk/server-disk.ts';
import { startDatabase } from '@varco/server-kit/database/start.ts';
import { type SystemEventStore, createSystemEventStore } from '@varco/server-kit/events/system-event-store.ts';
import { closeGracefully } from '@varco/server-kit/http/close-gracefully.ts';
import { createDrain, type Drain } from '@varco/server-kit/http/drain.ts';
import { installHealth } from '@varco/server-kit/health/install-health.ts';
import { createBacklogMetrics, createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { installMetrics } from '@varco/server-kit/metrics/install-metrics.ts';
import type { ServerMetric } from '@varco/server-kit/metrics/own-metrics.ts';
import { StartError } from '@varco/server-kit/process/start-or-explain.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { flushCounts, startJobs } from './composition/jobs.ts';
import type { PlantEnv } from './env.ts';
import { createExportLoop } from './features/exports/process/export-process.ts';
import type { ExportStart } from './features/exports/process/export-messages.ts';
import { readDiskSpaceMb } from './features/status/disk-space.ts';
import { createReviewMetrics } from './features/review/review-metrics.ts';
import type { PlantApp } from './context/plant-app.ts';
import type { PlantDeps } from './composition/plant-deps.ts';
import { CameraTransports } from './features/camera-intake/transports/camera-transports.ts';
import { createCameraMetrics } from './features/cameras/cameras.public.ts';
import { createPlantDeps } from './composition/compose-deps.ts';
import { PLANT_DATABASE } from './plant-database.ts';
import type { PlantLimits } from './settings/plant-limits.ts';
import { readPlantSettings } from './settings/plant-settings.repository.ts';
import { openMonitoredIndex, type MonitoredIndex } from './plate-index/index-monitor.ts';
import type { PlateIndexClient } from './plate-index/plate-index-client.ts';
import { poolRunner } from './database/pg-runner.ts';

export interface PlantStartOptions {
  readonly env: PlantEnv;
  readonly log: Log;
  readonly secret: Uint8Array;
  readonly version: string;
  readonly build: string;
  /** Called on the migrated database before the server starts; a demo seeds its data here. */
  readonly prepare?: (pool: Pool) => Promise<void>;
}

export interface RunningPlant {
  /** Address it listens on. */
  readonly address: string;
  /** Resolves when the database is permanently lost (ADR 0002); the server can then only stop. */
  readonly lost: Promise<unknown>;
  /** Completes running calls, then stops everything. */
  stop(): Promise<void>;
}

const REGISTRY_TIMEOUT_MS = 8_000;
const TRANSPORT_REFRESH_MS = 3_000;

/** Shutdown steps, run in reverse order; a start that fails halfway runs those added so far. */
type ShutdownSteps = (() => Promise<void>)[];

async function runShutdownSteps(endings: ShutdownSteps): Promise<void> {
  for (const end of endings.toReversed()) await end();
}

/** Starts database, app and jobs in this order; listens when all are ready. */
export async function startPlant(input: PlantStartOptions): Promise<RunningPlant> {
  const endings: ShutdownSteps = [];
  const events = createSystemEventStore(input.log, () => new Date());
  const start = { ...input, log: events.log };
  try {
    const pools = await startPools(start, events, endings);
    await start.prepare?.(pools.pool);
    const index = startIndex(start, pools.url, endings);
    const deps = await openDeps(start, pools, await startDisk(start, endings), index.client, endings);
    const app = buildApp(deps);
    const drain = createDrain(start.env.VARCO_DRAIN_S);
    endings.push(
      () => flushCounts(deps),
      () => closeGracefully(app, drain.graceMs),
    );
    const report = createJobReport(start.log);
    const backup = startServerBackup(start.env, start.log);
    endings.push(() => backup.stop());
    installMonitoring(start, app, deps, index, { drain, more: [...report.metrics, ...backup.metrics] });
    const transports = new CameraTransports(deps, start.env.VARCO_CAMERA_HOST);
    const jobs = startJobs(deps, report, [
      createExportLoop(deps, buildExportStart(start, deps, pools.url)),
      ...createBackupLoops(start.env, pools.auditPool, start.log, deps.now),
      { name: 'cameras.receive', everyMs: TRANSPORT_REFRESH_MS, run: () => transports.refresh() },
    ]);
    endings.push(
      () => transports.stop(),
      () => jobs.stop(),
    );
    const address = await app.listen({ host: start.env.VARCO_HOST, port: start.env.VARCO_PORT });
    // First of all: the jobs go on too until the proxy sends its calls elsewhere.
    endings.push(() => drain.begin());
    start.log.info('listening');
    return { address, lost: pools.lost, stop: () => runShutdownSteps(endings) };
  } catch (error) {
    await runShutdownSteps(endings);
    throw error;
  }
}

interface Pools {
  readonly pool: Pool;
  readonly auditPool: Pool;
  readonly lost: Promise<unknown>;
  readonly url: string;
}

async function startPools(
  { env, log }: PlantStartOptions,
  events: SystemEventStore,
  endings: ShutdownSteps,
): Promise<Pools> {
  const database = await startDatabase({
    url: env.VARCO_DATABASE_URL,
    dataDir: env.VARCO_DATA_DIR,
    name: env.VARCO_DATABASE_NAME,
    program: PLANT_DATABASE,
    archive: hasBackups(env),
    onRestart: () => log.error('database ended, starting it again'),
  });
  endings.push(() => database.stop());
  const onError = (error: Error): void => log.error('database connection lost', { error });
  const pool = createPool({ url: database.url, applicationName: 'varco plant', isPipelined: true, onError });
  const auditPool = createAuditPool({ url: database.url, applicationName: 'varco plant audit', onError });
  events.start(pool);
  endings.push(
    () => pool.end(),
    () => events.stop(),
    () => auditPool.end(),
  );
  return { pool, auditPool, lost: database.lost, url: database.url };
}

/** Watches the disks of the database, of the pictures unless they are in a bucket, and of the exports. */
async function startDisk({ env, log }: PlantStartOptions, endings: ShutdownSteps): Promise<DiskGuard> {
  const source = readPictureSource(env);
  const guard = await startServerDisk({
    dataDir: env.VARCO_DATA_DIR,
    isDatabaseExternal: env.VARCO_DATABASE_URL !== '',
    databaseFolder: env.VARCO_DATABASE_FOLDER,
    folders: { exports: getExportFolder(env), ...(source.kind === 'folder' ? { pictures: source.root } : {}) },
    reserveMb: env.VARCO_DISK_RESERVE_MB,
    log,
  });
  endings.push(() => guard.stop());
  return guard;
}

/** Folder with one folder for each camera that uploads files. */
const getCameraFolder = (env: PlantEnv): string =>
  env.VARCO_CAMERA_FOLDER === '' ? join(env.VARCO_DATA_DIR, 'cameras') : env.VARCO_CAMERA_FOLDER;

const getExportFolder = (env: PlantEnv): string => join(env.VARCO_DATA_DIR, 'exports');

/** Starts loading the plate index in the background. */
function startIndex({ env, log }: PlantStartOptions, databaseUrl: string, endings: ShutdownSteps): MonitoredIndex {
  const settings = { mode: env.VARCO_PLATE_INDEX, maxMb: env.VARCO_PLATE_INDEX_MB, databaseUrl };
  const index = openMonitoredIndex(settings, log);
  endings.push(() => index.client.stop());
  return index;
}

async function openDeps(
  start: PlantStartOptions,
  { pool, auditPool }: Pools,
  diskGuard: DiskGuard,
  plateIndex: PlateIndexClient,
  endings: ShutdownSteps,
): Promise<PlantDeps> {
  const { env, log, secret, version, build } = start;
  const settings = await readPlantSettings(poolRunner(pool));
  const auditSink = await openAuditWriter({
    pool: auditPool,
    identity: { host: new URL(settings.public_url).host, log: settings.uuid },
    epoch: env.VARCO_AUDIT_EPOCH,
    onEpoch: () => log.warn('consultation log begins a new epoch'),
    onFailure: (error) => {
      diskGuard.note(error);
      log.error('audit entry not written', { error });
    },
  });
  endings.push(() => auditSink.close());
  const source = readPictureSource(env);
  return createPlantDeps({
    pool,
    auditSink,
    secret,
    plantUuid: settings.uuid,
    plateIndex,
    diskGuard,
    log,
    version,
    build,
    now: () => new Date(),
    backups: () => findServerBackups(env),
    disk: async () => ({ archive: await readDiskSpaceMb(env.VARCO_DATA_DIR), tmp: await readDiskSpaceMb(tmpdir()) }),
    portalOrigins: env.VARCO_PORTAL_ORIGINS,
    trustedProxies: env.VARCO_TRUST_PROXY,
    internalAddresses: env.VARCO_INTERNAL_ADDRESSES,
    isTls: settings.public_url.startsWith('https:'),
    isDemo: env.VARCO_DEMO,
    pictures: createPictureStore(openPictureSource(source)),
    pictureSource: source,
    exportFolder: getExportFolder(env),
    cameraFolder: getCameraFolder(env),
    limitDefaults: readLimitDefaults(env),
    outbound: {
      allowedCidrs: env.VARCO_OUTBOUND_CIDRS,
      host: new URL(settings.public_url).hostname,
    },
    registry: {
      url: env.VARCO_REGISTRY_URL,
      vpn: env.VARCO_REGISTRY_VPN,
      ministry: env.VARCO_REGISTRY_MINISTRY,
      timeoutMs: REGISTRY_TIMEOUT_MS,
    },
  });
}

/** Limits while nobody has set them in the browser. */
const readLimitDefaults = (env: PlantEnv): PlantLimits => ({
  paid_lookups_per_day: env.VARCO_PAID_LOOKUPS_PER_DAY,
  look_up_answer_days: env.VARCO_LOOKUP_ANSWER_DAYS,
  ingest_rate: env.VARCO_INGEST_RATE,
  ingest_burst: env.VARCO_INGEST_BURST,
  registry_checks_per_minute: env.VARCO_REGISTRY_BUDGET,
  alert_mail_domains: env.VARCO_ALERT_MAIL_DOMAINS,
  push_services: env.VARCO_PUSH_SERVICES,
});

/** Exports are processed in a separate process, which gets this. */
const buildExportStart = ({ env, secret }: PlantStartOptions, deps: PlantDeps, databaseUrl: string): ExportStart => ({
  ...{ databaseUrl, secret, pictureSource: deps.pictureSource, exportFolder: deps.exportFolder },
  ...{ outboundCidrs: deps.outboundCidrs, diskReserveMb: env.VARCO_DISK_RESERVE_MB },
  ...{ version: deps.version, logLevel: env.VARCO_LOG_LEVEL },
});

/** Location of the pictures. Throws when a bucket is configured without its key: pictures must not silently go elsewhere. */
function readPictureSource(env: PlantEnv): PictureSource {
  const { VARCO_PICTURES_S3_URL: url, VARCO_PICTURES_S3_REGION: region, VARCO_PICTURES_S3_KEY: key } = env;
  if (url === '') return { kind: 'folder', root: join(env.VARCO_DATA_DIR, 'pictures') };
  if (key === null) throw new StartError('VARCO_PICTURES_S3_URL needs VARCO_PICTURES_S3_KEY');
  return { kind: 'bucket', url, region, keyId: key.user, secret: key.password, allowedCidrs: env.VARCO_OUTBOUND_CIDRS };
}

function installMonitoring(
  { env, version }: PlantStartOptions,
  app: PlantApp,
  { pool, store, auditSink, diskGuard, tlog }: PlantDeps,
  { client: door, metrics }: MonitoredIndex,
  { drain, more }: { readonly drain: Drain; readonly more: readonly ServerMetric[] },
): void {
  const listed = env.VARCO_MONITOR_ADDRESSES.length === 0 ? ['127.0.0.1', '::1'] : env.VARCO_MONITOR_ADDRESSES;
  const isDatabaseAvailable = async (): Promise<boolean> => (await pool.query('select 1')).rowCount === 1;
  const checks = { database: isDatabaseAvailable, audit: async () => auditSink.isWritable() };
  installHealth(app, {
    version,
    allowedAddresses: listed,
    checks,
    isDraining: () => drain.isDraining(),
    states: () => ({ plate_index: door.status().phase, disk: diskGuard.state() }),
  });
  installMetrics(app, {
    allowedAddresses: listed,
    own: [
      ...metrics,
      ...more,
      ...diskGuard.metrics,
      ...tlog.metrics,
      ...createBacklogMetrics(pool),
      ...createCameraMetrics(pool),
      ...createReviewMetrics(store.runner),
    ],
  });
}
