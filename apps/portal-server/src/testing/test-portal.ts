import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { KdfBlock, VaultBlob } from '@varco/contract/vault.ts';
import { DEFAULT_DOMAINS } from '@varco/domain/portal/user-kind.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { createDiskGuard } from '@varco/server-kit/disk/disk-guard.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { openTlog, type Tlog, type TlogOptions } from '@varco/server-kit/tlog/tlog.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { registerJobs } from '@varco/server-kit/jobs/job-store.repository.ts';
import { createLog, silentLog } from '@varco/server-kit/log/log.ts';
import { createRateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import { createMemoryAudit, type MemoryAudit } from '@varco/server-kit/testing/memory-audit.ts';
import { createTestDatabase } from '@varco/server-kit/testing/test-database.ts';
import type { Pool } from 'pg';
import { buildPortalApp } from '../app.ts';
import { argon2Hasher } from '../auth/proof-hasher.ts';
import { loadPortalUuid } from '../auth/portal-identity.repository.ts';
import { createServerKey } from '../auth/server-key.ts';
import { openKeyRing } from '@varco/server-kit/keys/key-store.repository.ts';
import { PORTAL_KEYS } from '../auth/signing-keys.ts';
import type { DB } from '../db.ts';
import { openExportStorage } from '../features/exports/parts.service.ts';
import type { PortalApp, PortalDeps } from '../deps.ts';
import { openPortalSettings, type PortalSettings } from '../features/settings/portal-settings.ts';
import { SEND_MAIL } from '../mail/mail-job.ts';
import { PORTAL_MIGRATIONS } from '../portal-database.ts';

export const PORTAL_ORIGIN = 'https://portal.example';
export const START_TIME = '2026-11-20T12:00:00.000Z';

/** A clock that changes only when it is advanced. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

export interface TestPortal {
  readonly app: PortalApp;
  readonly deps: PortalDeps;
  readonly clock: TestClock;
  readonly audit: MemoryAudit;
  /** Number of runs of the slow hash so far. */
  hashRuns(): number;
  /** All log lines so far. */
  logText(): string;
  close(): Promise<void>;
}

/** The maps shipped with the portal, and no routing service. */
export const NO_MAPS: PortalSettings['maps'] = {
  ...{ source: '', credit: '', source_2: '', credit_2: '' },
  ...{ streets: '', streets_credit: '', origins: [], routing_url: '', routing_key: '' },
};

const SETTINGS: PortalSettings = {
  force_domains: DEFAULT_DOMAINS.force,
  staff_domains: DEFAULT_DOMAINS.staff,
  institutional_domains: DEFAULT_DOMAINS.institutional,
  two_factor_required: false,
  export_patience_s: 600,
  maps: NO_MAPS,
  mail: null,
};

const ADDRESSES = { trustedProxies: ['127.0.0.1'], outboundCidrs: [], monitors: ['127.0.0.1'] };

export type TestPortalSettings = Partial<
  Pick<PortalDeps, 'isDemo' | 'webDist' | 'mapDir' | 'publicOrigin' | 'csp' | 'outboundCidrs' | 'diskGuard' | 'exports'>
> & {
  /** Settings the server starts with, beside the standard ones. */
  readonly settings?: Partial<PortalSettings>;
};

const openTestTlog = async (
  db: PortalDeps['db'],
  settings: TestPortalSettings,
  parts: Pick<TlogOptions, 'pool' | 'log' | 'sealer' | 'now'>,
): Promise<Tlog> =>
  openTlog({
    ...{ ...parts, uuid: await loadPortalUuid(db), host: new URL(settings.publicOrigin ?? PORTAL_ORIGIN).host },
    outbound: createOutboundClient({ allowedCidrs: settings.outboundCidrs ?? [] }),
  });

/** A portal on a database of its own: everything is real except the clock and the log, which is captured. */
export async function createTestPortal(
  { settings, ...given }: TestPortalSettings = {},
  /** Default: a log in memory. */
  openAuditSink?: (pool: Pool) => Promise<AuditSink>,
): Promise<TestPortal> {
  const database = await createTestDatabase('portal', ...PORTAL_MIGRATIONS);
  const pool = createPool({ url: database.url, applicationName: 'portal test' });
  await registerJobs(pool, [SEND_MAIL]);
  const db = createDatabase<DB>(pool);
  const key = createServerKey(randomBytes(32));
  const clock = createClock(START_TIME);
  const audit = createMemoryAudit();
  const lines: string[] = [];
  let runs = 0;
  const exportsDir = await mkdtemp(path.join(tmpdir(), 'varco-exports-'));
  const publicOrigin = given.publicOrigin ?? PORTAL_ORIGIN;
  const log = createLog({ level: 'debug', name: 'portal', target: { write: (line) => lines.push(line) } });
  const keys = await openKeyRing(pool, key, PORTAL_KEYS);
  const deps: PortalDeps = {
    db,
    pool,
    key,
    keys,
    auditSink: (await openAuditSink?.(pool)) ?? audit,
    now: () => clock.now(),
    log,
    tlog: await openTestTlog(db, given, { pool, log, sealer: key, now: () => clock.now() }),
    diskGuard: createDiskGuard({ volumes: {}, reserveMb: null, ballastPath: null, log: silentLog }),
    hasher: createCountingHasher(() => {
      runs += 1;
    }),
    tokens: await loadTokenRules({ db, keys }, publicOrigin),
    rates: createRateLimiter({ pool, secret: key.subKey('rate-counter') }),
    settings: await openPortalSettings({ ...SETTINGS, ...settings }, { db, key, log }),
    ...ADDRESSES,
    isDemo: false,
    csp: { plantOrigins: [], isTls: true },
    exports: openExportStorage(exportsDir),
    mapDir: path.join(import.meta.dirname, 'no-such-folder'),
    webDist: path.join(import.meta.dirname, 'no-such-folder'),
    ...given,
    publicOrigin,
  };
  const app = buildPortalApp(deps);
  await app.ready();
  return {
    app,
    deps,
    clock,
    audit,
    hashRuns: () => runs,
    logText: () => lines.join(''),
    async close() {
      await app.close();
      await db.destroy();
      await database.drop();
      await rm(exportsDir, { recursive: true, force: true });
    },
  };
}

const loadTokenRules = async (
  { db, keys }: Pick<PortalDeps, 'db' | 'keys'>,
  issuer: string,
): Promise<PortalDeps['tokens']> => ({
  keys,
  type: 'at+jwt',
  issuer,
  audience: `varco-portal:${await loadPortalUuid(db)}`,
});

/** The real hasher, counting every run, because runs are expensive. */
const createCountingHasher = (count: () => void): PortalDeps['hasher'] => ({
  hash: (secret) => argon2Hasher.hash(secret),
  verify: (stored, secret) => {
    count();
    return argon2Hasher.verify(stored, secret);
  },
});

function createClock(start: string): TestClock {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms;
    },
  };
}

export const TEST_KDF: KdfBlock = { alg: 'argon2id', v: 19, m: 65_536, t: 3, p: 1, salt: 'AAECAwQFBgcICQoLDA0ODw' };

/** Stands in for the browser's derivation: has the shape of a proof and differs for each password. */
export const buildProof = (password: string): string =>
  `p1.${createHash('sha256').update(password).digest('base64url')}`;

/** Has the shape of a sealed vault; the server never opens it. */
export const buildVault = (
  rev: number,
  kdf: KdfBlock = TEST_KDF,
  items: Readonly<Record<string, string>> = {},
): VaultBlob => ({
  v: 1,
  rev,
  kdf,
  keys: [{ id: 'password', iv: 'AAAAAAAAAAAAAAAA', ct: randomBytes(48).toString('base64url') }],
  index: `full:v1:AAAAAAAAAAAAAAAA:${randomBytes(40).toString('base64url')}`,
  items: { ...items },
});
