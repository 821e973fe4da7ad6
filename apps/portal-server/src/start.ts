import path from 'node:path';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { createBackupLoops, hasBackups, startServerBackup } from '@varco/server-kit/backup/server-backup.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { createAuditPool, createPool } from '@varco/server-kit/database/pool.ts';
import type { DiskGuard } from '@varco/server-kit/disk/disk-guard.ts';
import { startServerDisk } from '@varco/server-kit/disk/server-disk.ts';
import { startDatabase, type StartedDatabase } from '@varco/server-kit/database/start.ts';
import { createSystemEventStore } from '@varco/server-kit/events/system-event-store.ts';
import { createDrain } from '@varco/server-kit/http/drain.ts';
import { closeGracefully } from '@varco/server-kit/http/close-gracefully.ts';
import { createBacklogMetrics, createJobReport } from '@varco/server-kit/jobs/job-report.ts';
import { registerJobs } from '@varco/server-kit/jobs/job-store.repository.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { openTlog, type Tlog, type TlogOptions } from '@varco/server-kit/tlog/tlog.ts';
import { openKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import { createRateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import type { Pool } from 'pg';
import { buildPortalApp } from './app.ts';
import { argon2Hasher } from './auth/proof-hasher.ts';
import { createServerKey } from './auth/server-key.ts';
import { PORTAL_KEYS } from './auth/signing-keys.ts';
import { loadPortalUuid } from './auth/portal-identity.repository.ts';
import type { DB } from './db.ts';
import type { PortalDeps } from './deps.ts';
import type { PortalEnv } from './env.ts';
import { startPortalJobs } from './jobs.ts';
import { PORTAL_DATABASE } from './portal-database.ts';
import { openExportStorage } from './features/exports/parts.service.ts';
import { readSettingDefaults } from './features/settings/setting-defaults.ts';
import { openPortalSettings } from './features/settings/portal-settings.ts';
import { SEND_MAIL } from './mail/mail-job.ts';

export interface PortalStart {
  readonly env: PortalEnv;
  readonly log: Log;
  readonly webDist: string;
  readonly secret: Uint8Array;
}

export interface RunningPortal {
  /** Address it listens on. */
  readonly address: string;
  /** Resolves when its database cannot be restarted (ADR 0002); the process must then end. */
  readonly lost: Promise<unknown>;
  /** Finishes running calls, then stops everything. */
  stop(): Promise<void>;
}

const startPortalDatabase = (env: PortalEnv, log: Log): Promise<StartedDatabase> =>
  startDatabase({
    url: env.VARCO_DATABASE_URL,
    dataDir: env.VARCO_DATA_DIR,
    program: PORTAL_DATABASE,
    archive: hasBackups(env),
    onRestart: () => log.error('database ended, starting it again'),
  });

/** Watches the disks of the database and of the exports. */
const startDisk = (env: PortalEnv, log: Log): Promise<DiskGuard> =>
  startServerDisk({
    dataDir: env.VARCO_DATA_DIR,
    isDatabaseExternal: env.VARCO_DATABASE_URL !== '',
    databaseFolder: env.VARCO_DATABASE_FOLDER,
    folders: { exports: getExportFolder(env) },
    reserveMb: env.VARCO_DISK_RESERVE_MB,
    log,
  });

const createAuditReport =
  (diskGuard: DiskGuard, log: Log) =>
  (error: unknown): void => {
    diskGuard.note(error);
    log.error('audit entry not written', { error });
  };

const getExportFolder = (env: PortalEnv): string => path.join(env.VARCO_DATA_DIR, 'exports');

const openPortalTlog = (env: PortalEnv, parts: Omit<TlogOptions, 'host' | 'outbound'>): Promise<Tlog> =>
  openTlog({
    ...parts,
    host: new URL(env.VARCO_PUBLIC_ORIGIN).host,
    outbound: createOutboundClient({ allowedCidrs: env.VARCO_OUTBOUND_CIDRS }),
  });

/** Starts database, app and jobs in this order; listens when all are ready. */
export async function startPortal({ env, log: lines, webDist, secret }: PortalStart): Promise<RunningPortal> {
  const now = (): Date => new Date();
  const events = createSystemEventStore(lines, now);
  const { log } = events;
  const database = await startPortalDatabase(env, log);
  let isStopping = false;
  const onError = (error: Error): void => {
    // The embedded database ends while closed connections are still terminating.
    if (!isStopping) log.error('database connection lost', { error });
  };
  const pool = createPool({ url: database.url, applicationName: 'varco portal', onError });
  events.start(pool);
  const auditPool = createAuditPool({ url: database.url, applicationName: 'varco portal audit', onError });
  const db = createDatabase<DB>(pool);
  const key = createServerKey(secret);
  const uuid = await loadPortalUuid(db);
  const diskGuard = await startDisk(env, log);
  const auditSink = await openAuditWriter({
    pool: auditPool,
    identity: { host: new URL(env.VARCO_PUBLIC_ORIGIN).host, log: uuid },
    epoch: env.VARCO_AUDIT_EPOCH,
    onEpoch: () => log.warn('consultation log begins a new epoch'),
    onFailure: createAuditReport(diskGuard, log),
  });
  const keys = await openKeyRing(pool, key, PORTAL_KEYS);
  const deps: PortalDeps = {
    db,
    pool,
    auditSink,
    tlog: await openPortalTlog(env, { pool, uuid, log, now, sealer: key }),
    ...{ diskGuard, log, now, key, keys },
    settings: await openPortalSettings(readSettingDefaults(env), { db, key, log }),
    hasher: argon2Hasher,
    tokens: {
      keys,
      type: 'at+jwt',
      issuer: env.VARCO_PUBLIC_ORIGIN,
      audience: `varco-portal:${uuid}`,
    },
    rates: createRateLimiter({ pool, secret: key.subKey('rate-counter') }),
    ...buildSettings(env, webDist),
  };
  const { address, stopServing } = await serve(env, deps, auditPool);
  log.info('listening');
  return {
    address,
    lost: database.lost,
    async stop() {
      isStopping = true;
      await stopServing();
      await diskGuard.stop();
      await auditSink.close();
      await auditPool.end();
      await events.stop();
      await db.destroy();
      await database.stop();
    },
  };
}

interface Serving {
  /** Address it listens on. */
  readonly address: string;
  /** Stops the jobs and finishes running calls, once the proxy knows. */
  readonly stopServing: () => Promise<void>;
}

/** Starts the jobs and listens. */
async function serve(env: PortalEnv, deps: PortalDeps, auditPool: Pool): Promise<Serving> {
  const { pool, log } = deps;
  await registerJobs(pool, [SEND_MAIL]);
  const report = createJobReport(log);
  const backup = startServerBackup(env, log);
  const drain = createDrain(env.VARCO_DRAIN_S);
  const metrics = [...report.metrics, ...backup.metrics, ...createBacklogMetrics(pool)];
  const app = buildPortalApp(deps, metrics, () => drain.isDraining());
  if (deps.settings.current().mail === null) log.warn('no mail server configured, messages stay in the outbox');
  const jobs = startPortalJobs(deps, { auditPool, report, more: createBackupLoops(env, auditPool, log, deps.now) });
  const address = await app.listen({ host: env.VARCO_HOST, port: env.VARCO_PORT });
  return {
    address,
    async stopServing() {
      await drain.begin();
      await jobs.stop();
      await backup.stop();
      await closeGracefully(app, drain.graceMs);
    },
  };
}

const buildSettings = (env: PortalEnv, webDist: string) => ({
  exports: openExportStorage(getExportFolder(env)),
  publicOrigin: env.VARCO_PUBLIC_ORIGIN,
  trustedProxies: env.VARCO_TRUST_PROXY,
  outboundCidrs: env.VARCO_OUTBOUND_CIDRS,
  monitors: env.VARCO_MONITOR_ADDRESSES,
  isDemo: env.VARCO_DEMO,
  csp: {
    plantOrigins: env.VARCO_PLANT_ORIGINS,
    isTls: env.VARCO_PUBLIC_ORIGIN.startsWith('https:'),
  },
  mapDir: path.join(env.VARCO_DATA_DIR, 'map'),
  webDist,
});
