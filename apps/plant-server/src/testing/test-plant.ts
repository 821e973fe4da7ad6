import type { Endpoint, CallInput } from '@varco/contract/endpoint.ts';
import { plantLogin, PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import { KIT_MIGRATIONS } from '@varco/server-kit/database/migrate.ts';
import { createDiskGuard } from '@varco/server-kit/disk/disk-guard.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { openPictureSource, type PictureSource } from '@varco/server-kit/media/picture-source.ts';
import { createPictureStore, type PictureStore } from '@varco/server-kit/media/picture-store.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectJson, injectRaw, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { createMemoryAudit, type MemoryAudit } from '@varco/server-kit/testing/memory-audit.ts';
import { createTestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { buildApp } from '../app.ts';
import type { RegistrySettings } from '../features/ministry/guarded-ministry.ts';
import { createPlantDeps } from '../composition/compose-deps.ts';
import type { PlantLimits } from '../settings/plant-limits.ts';
import type { PlantApp } from '../context/plant-app.ts';
import type { PlantDeps } from '../composition/plant-deps.ts';
import { NO_PLATE_INDEX, startPlateIndex, type PlateIndexClient } from '../plate-index/plate-index-client.ts';
import { seedPlant, type PlantSeed, type UserSeed } from '../seed/seed-plant.ts';

/** Start time of every plant test; `clock.now` can be changed. */
export const NOW = '2026-11-20T14:31:58.000Z';
export const PASSWORD = 'Varco-prova-42';

/** Seed of one user, in a group by its id. */
export const buildUserSeed = (
  id: number,
  username: string,
  groupId: number,
  more: Partial<UserSeed> = {},
): UserSeed => ({
  id,
  uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  username,
  password: PASSWORD,
  groupId,
  passwordSetOn: '2026-10-01',
  ...more,
});

/** Users of the test plant; the names say what is special. */
export const USERS: readonly UserSeed[] = [
  buildUserSeed(1, 'operatore', 1),
  buildUserSeed(2, 'amministratore', 2, { auditRead: true }),
  buildUserSeed(3, 'comune', 3),
  buildUserSeed(4, 'quattro', 4),
  buildUserSeed(5, 'limitato', 1, { gates: [1, 3] }),
  buildUserSeed(6, 'breve', 1, { tMax: 60 }),
  buildUserSeed(7, 'oscurato', 1, { seesPlates: false }),
  buildUserSeed(8, 'spento', 1, { active: 0 }),
  buildUserSeed(9, 'scaduto', 1, { expiresOn: '2026-11-19' }),
  buildUserSeed(10, 'vecchia', 1, { passwordExpiresOn: '2026-11-19' }),
  buildUserSeed(11, 'debole', 1, { password: 'debole' }),
  buildUserSeed(12, 'cambia', 1, { active: -1 }),
  buildUserSeed(13, 'senzavarchi', 1, { gates: [] }),
  buildUserSeed(14, 'vecchia2', 1),
  buildUserSeed(15, 'pagante', 1, { visurePagamento: true }),
];

export const PLANT: PlantSeed = {
  uuid: '11111111-2222-4333-8444-555555555555',
  label: 'Prova Nord',
  code: 'PRN',
  municipality: 'Prova',
  publicUrl: 'http://localhost:18700',
  portalUrl: '',
  retention: { days: 90, platePictureDays: 90, contextPictureDays: 30, basis: 'art. 1', act: 'delibera 1' },
  reasons: [{ code: 'training', it: 'Addestramento', en: 'Training' }],
  license: { expiresOn: '2027-06-30', number: 'LIC-0001', options: { rca_rev: true, visure: true } },
  watermarkText: 'Prova',
  groups: [
    { id: 1, name: 'fdo carabinieri', level: 5 },
    { id: 2, name: 'fdo comando', level: 8 },
    { id: 3, name: 'comune', level: 6 },
    { id: 4, name: 'fdo base', level: 4 },
  ],
  users: USERS,
  gates: [
    { id: 1, fullname: 'Porta Fiume', lat: 44.1, lon: 12.2 },
    { id: 2, fullname: 'Porta Santi', lat: 44.2, lon: 12.3 },
    { id: 3, fullname: 'Ponte Vecchio', lat: 44.3, lon: 12.4 },
    { id: 4, fullname: 'Magazzino' },
    { id: 5, fullname: 'Rotonda', lat: 44.4, lon: 12.5, enabled: false },
  ],
  ingestKeys: [],
};

export interface TestPlant {
  readonly app: PlantApp;
  readonly deps: PlantDeps;
  readonly pool: Pool;
  /** URLs of the database: for the server, for the role that owns the tables, and for the superuser. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly adminUrl: string;
  /** Recorded audit entries, unless the test opened its own log. */
  readonly audit: MemoryAudit;
  readonly clock: { now: string };
  /** Number of queries that the plate index served. */
  readonly counters: { readonly plateIndex: number };
  /** Token of a user; signs in once and caches it. */
  token(username: string): Promise<string>;
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    username?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<InjectResponse>;
  /** Like `call`, for input that the types would reject. */
  callRaw(endpoint: Endpoint, input: unknown, username?: string): Promise<InjectResponse>;
  close(): Promise<void>;
}

export const REASON = {
  [REASON_HEADER]: encodeReason({ code: 'training', text: 'prova di addestramento', case: '12/2026' }),
};

const NO_REGISTRY: RegistrySettings = { url: '', vpn: null, ministry: null, timeoutMs: 1000 };

const LIMITS: PlantLimits = {
  paid_lookups_per_day: 50,
  look_up_answer_days: 180,
  ingest_rate: 1e6,
  ingest_burst: 1e6,
  registry_checks_per_minute: 100_000,
  alert_mail_domains: ['gdf.it'],
  push_services: [],
};

const NO_OUTBOUND = {
  allowedCidrs: ['127.0.0.0/8'] as readonly string[],
  host: 'prova.example',
};

export interface TestPlantOptions {
  readonly isDemo?: boolean;
  /** Limits the server starts with; absent: those of `LIMITS`. */
  readonly limits?: Partial<PlantLimits>;
  /** Runs the plate index in a thread; absent: the database serves all queries. */
  readonly hasPlateIndex?: boolean;
  /** Absent: no ministry. */
  readonly registry?: RegistrySettings;
  /** Uses the product's rate limits; absent: none. */
  readonly hasRates?: boolean;
  /** Signs in again whenever the clock was changed, for tests that span days. */
  readonly renewsTokens?: boolean;
  /** Outbound rules of the notification channels; absent: only to this machine. */
  readonly outbound?: Partial<typeof NO_OUTBOUND>;
  readonly openAuditSink?: (pool: Pool) => Promise<AuditSink>;
}

const FIXED_DEPS = {
  log: silentLog,
  diskGuard: createDiskGuard({ volumes: {}, reserveMb: null, ballastPath: null, log: silentLog }),
  backups: () => undefined,
  disk: async () => ({ archive: { total: 1000, free: 400 }, tmp: { total: 100, free: 50 } }),
  version: '0.0.0-test',
  build: 'test',
  portalOrigins: ['https://portal.example'],
  trustedProxies: [],
  internalAddresses: ['127.0.0.0/8'],
  isTls: false,
  secret: Buffer.alloc(32, 7),
};

async function createPictureFolder(): Promise<{
  readonly source: PictureSource;
  readonly store: PictureStore;
  readonly exports: string;
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'varco-plant-pictures-'));
  const source: PictureSource = { kind: 'folder', root: folder };
  const store = createPictureStore(openPictureSource(source));
  return { source, store, exports: join(folder, 'exports'), remove: () => rm(folder, { recursive: true }) };
}

function createTestIndex({ hasPlateIndex }: TestPlantOptions, databaseUrl: string) {
  const requested = { plateIndex: 0 };
  const onAnswer = (): void => {
    requested.plateIndex += 1;
  };
  const quiet = { onStatus: () => {}, onTrouble: () => {} };
  const client: PlateIndexClient =
    hasPlateIndex === true ? startPlateIndex({ databaseUrl, maxBytes: 1e9, onAnswer, ...quiet }) : NO_PLATE_INDEX;
  return { plateIndex: client, asked: requested };
}

async function signIn(app: PlantApp, username: string): Promise<string> {
  const answer = await injectJson(app, plantLogin, { body: { username, password: PASSWORD } });
  return PlantLoginResponse.parse(answer.body).token;
}

const UNLIMITED_RATES: PlantDeps['rates'] = {
  spend: async () => {},
  spendAll: async () => {},
  deleteIdleCounters: async () => {},
};

/** Starts a complete plant on its own database. Rates are unlimited by default; the limits have their own tests. */
export async function startTestPlant(
  seed: Partial<PlantSeed> = {},
  options: TestPlantOptions = {},
): Promise<TestPlant> {
  const database = await createTestDatabase('plant', KIT_MIGRATIONS, join(import.meta.dirname, '../../migrations'));
  const pool = createPool({ url: database.url, applicationName: 'plant test', isPipelined: true });
  await seedPlant(pool, { ...PLANT, ...seed });
  const audit = createMemoryAudit();
  const clock = { now: NOW };
  const pictures = await createPictureFolder();
  const { plateIndex, asked: requested } = createTestIndex(options, database.url);
  const composed = await createPlantDeps({
    pool,
    auditSink: (await options.openAuditSink?.(pool)) ?? audit,
    ...FIXED_DEPS,
    now: () => new Date(clock.now),
    isDemo: options.isDemo ?? false,
    pictures: pictures.store,
    pictureSource: pictures.source,
    exportFolder: pictures.exports,
    cameraFolder: `${pictures.exports}-cameras`,
    limitDefaults: { ...LIMITS, ...options.limits },
    registry: options.registry ?? NO_REGISTRY,
    outbound: { ...NO_OUTBOUND, ...options.outbound },
    plateIndex,
    plantUuid: seed.uuid ?? PLANT.uuid,
  });
  const deps: PlantDeps = options.hasRates === true ? composed : { ...composed, rates: UNLIMITED_RATES };
  const app = buildApp(deps);
  const tokens = new Map<string, string>();

  async function token(username: string): Promise<string> {
    const cacheKey = `${username} ${options.renewsTokens === true ? clock.now : ''}`;
    const made = tokens.get(cacheKey) ?? (await signIn(app, username));
    tokens.set(cacheKey, made);
    return made;
  }
  const optionsFor = async (username: string | undefined, headers?: Readonly<Record<string, string>>) => ({
    ...(username === undefined ? {} : { token: await token(username) }),
    ...(headers === undefined ? {} : { headers }),
  });
  return {
    app,
    deps,
    pool,
    ...{ url: database.url, ownerUrl: database.ownerUrl, adminUrl: database.adminUrl },
    audit,
    clock,
    counters: requested,
    token,
    call: async (endpoint, input, username, headers) =>
      injectJson(app, endpoint, input, await optionsFor(username, headers)),
    callRaw: async (endpoint, input, username) => injectRaw(app, endpoint, input, await optionsFor(username)),
    close: async () => {
      for (const end of [app.close.bind(app), plateIndex.stop.bind(plateIndex), pool.end.bind(pool)]) await end();
      await database.drop();
      await pictures.remove();
    },
  };
}
