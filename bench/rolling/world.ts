import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { findFreePort } from '@varco/server-kit/testing/free-port.ts';
import { createVault } from '@varco/vault/create-vault.ts';
import { createKdf, KDF_LIMITS } from '@varco/vault/kdf.ts';
import { PLANT_MIGRATIONS } from '../../apps/plant-server/src/plant-database.ts';
import { seedPlantDatabase } from '../../apps/plant-server/src/seed/seed-database.ts';
import { createServerKey } from '../../apps/portal-server/src/auth/server-key.ts';
import type { DB } from '../../apps/portal-server/src/db.ts';
import { PORTAL_MIGRATIONS } from '../../apps/portal-server/src/portal-database.ts';
import { seedPortal } from '../../apps/portal-server/src/seed/seed-portal.ts';
import { PORTAL_DATABASE } from '../../tools/demo/fill-portal.ts';
import { buildBenchPlantSeed, PASSWORD } from '../data/plant.ts';
import { DATABASE } from '../data/postgres.ts';
import { type RunningCaddy, startCaddy } from './caddy.ts';
import type { PortalAccount } from './portal-person.ts';
import { ServerProcess } from './server-process.ts';

const GATES = 5;
const PORTAL_PEOPLE = 3;
/** Longer than the interval and the timeout of the proxy's health checks together. */
export const DRAIN_S = 8;

/** The PostgreSQL of the world: by default one that the product brings along. */
export interface WorldDatabase extends Pick<EmbeddedPostgres, 'url' | 'ensureDatabase'> {
  stop(): Promise<void>;
}
export type StartWorldDatabase = (folder: string) => Promise<WorldDatabase>;

const startEmbedded: StartWorldDatabase = (folder) =>
  startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: true });

/** A portal and a plant, two processes each, behind the Caddy of the package, on one PostgreSQL. */
export interface RollingWorld {
  readonly plantUrl: string;
  readonly portalUrl: string;
  /** In the order in which they are restarted. */
  readonly servers: readonly ServerProcess[];
  readonly accounts: readonly PortalAccount[];
  /** Rates and quotas are made for people: what they counted is forgotten. */
  forgetRates(): Promise<void>;
  /** The last lines of the logs of all programs. */
  readLogs(): Promise<string>;
  remove(): Promise<void>;
}

interface Ports {
  readonly plant: readonly [number, number];
  readonly portal: readonly [number, number];
  readonly plantSite: number;
  readonly portalSite: number;
}

async function findPorts(): Promise<Ports> {
  const found = new Set<number>();
  while (found.size < 6) found.add(await findFreePort());
  const [a = 0, b = 0, c = 0, d = 0, plantSite = 0, portalSite = 0] = found;
  return { plant: [a, b], portal: [c, d], plantSite, portalSite };
}

/** Creates and starts the world. Throws `PreflightError` without Caddy. */
export async function startRollingWorld(
  say: (text: string) => void,
  startDatabase: StartWorldDatabase = startEmbedded,
): Promise<RollingWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'varco-rolling-'));
  await chmod(folder, 0o755);
  const ports = await findPorts();
  const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const remove = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    const caddy = await startCaddy(join(folder, 'caddy'), [
      { port: ports.plantSite, upstreams: ports.plant },
      { port: ports.portalSite, upstreams: ports.portal },
    ]);
    endings.push(() => caddy.stop());
    // This process believes the authority of that Caddy, as the servers do by a variable.
    setDefaultCACertificates([...getCACertificates('default'), caddy.authority]);
    const postgres = await startDatabase(folder);
    endings.push(() => postgres.stop());
    say('filling a portal and a plant');
    const urls = {
      plantUrl: `https://localhost:${ports.plantSite}`,
      portalUrl: `https://localhost:${ports.portalSite}`,
    };
    const accounts = await fill(folder, postgres, urls);
    const servers = await planServers(folder, postgres, { ports, caddy, ...urls });
    endings.push(() => Promise.all(servers.map((server) => server.stop())));
    say('starting two processes of each');
    await Promise.all(servers.map((server) => server.start()));
    return {
      ...urls,
      ...{ servers, accounts, remove },
      forgetRates: () => forgetRates(postgres),
      async readLogs() {
        const logs = await Promise.all(servers.map(async (server) => `${server.name}\n${await server.readLog()}`));
        return [...logs, `caddy\n${await caddy.readLog()}`].join('\n');
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Urls {
  readonly plantUrl: string;
  readonly portalUrl: string;
}

async function fill(
  folder: string,
  postgres: WorldDatabase,
  { plantUrl, portalUrl }: Urls,
): Promise<readonly PortalAccount[]> {
  for (const name of ['plant', 'portal', 'web']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'web/index.html'), '<!doctype html><title>Varco</title>');
  await prepareDatabase(postgres, DATABASE, PLANT_MIGRATIONS);
  await prepareDatabase(postgres, PORTAL_DATABASE, PORTAL_MIGRATIONS);
  const now = Date.now();
  const seed = buildBenchPlantSeed(GATES, new Date(now).toISOString().slice(0, 10));
  const users = seed.users.map((user) => ({ ...user, auditRead: true, insertBl: true }));
  const { publicKey } = await seedPlantDatabase(
    { databaseUrl: postgres.url(DATABASE, 'app'), dataDir: join(folder, 'plant'), nowMs: now },
    { ...seed, publicUrl: plantUrl, portalUrl, users },
  );
  const peer = { uuid: seed.uuid, url: plantUrl, label: seed.label, code: seed.code, isVerified: true, publicKey };
  const pool = createPool({ url: postgres.url(PORTAL_DATABASE, 'owner'), applicationName: 'varco bench' });
  const db = createDatabase<DB>(pool);
  try {
    const key = createServerKey(await readServerSecret(join(folder, 'portal')));
    const people = await Promise.all(Array.from({ length: PORTAL_PEOPLE }, (_, i) => buildPerson(i)));
    await seedPortal({ db, key }, { peers: [peer], users: people });
    return people.map(({ username, proof }) => ({ username, proof }));
  } finally {
    await db.destroy();
  }
}

async function buildPerson(index: number) {
  const uuid = `be7c4000-0000-4000-b000-${String(index + 1).padStart(12, '0')}`;
  const username = `misura${index + 1}`;
  // The keys are derived in the browser; the portal's work does not depend on their strength.
  const kdf = createKdf({ m: KDF_LIMITS.minM, t: KDF_LIMITS.minT });
  const { proof, vault } = await createVault({ userUuid: uuid, password: PASSWORD, kdf, credentials: [] });
  return {
    ...{ uuid, username, proof, kdf, fullName: `Misura ${index + 1}`, email: `${username}@comune.example` },
    vault: { ...vault, keys: [...vault.keys], items: { ...vault.items } },
  };
}

async function planServers(
  folder: string,
  postgres: WorldDatabase,
  { ports, caddy, plantUrl, portalUrl }: Urls & { readonly ports: Ports; readonly caddy: RunningCaddy },
): Promise<readonly ServerProcess[]> {
  const authority = join(folder, 'authority.crt');
  await writeFile(authority, caddy.authority);
  const common = {
    ...{ NODE_EXTRA_CA_CERTS: authority, VARCO_LOG_LEVEL: 'warn', VARCO_TRUST_PROXY: '127.0.0.1' },
    ...{ VARCO_OUTBOUND_CIDRS: '127.0.0.0/8,::1/128', VARCO_DISK_RESERVE_MB: '128', VARCO_DRAIN_S: String(DRAIN_S) },
  };
  const plant = {
    ...common,
    ...{ VARCO_DATA_DIR: join(folder, 'plant'), VARCO_DATABASE_URL: postgres.url(DATABASE, 'app') },
    ...{ VARCO_PORTAL_ORIGINS: portalUrl, VARCO_INGEST_RATE: '1000000', VARCO_INGEST_BURST: '1000000' },
  };
  const portal = {
    ...common,
    ...{ VARCO_DATA_DIR: join(folder, 'portal'), VARCO_DATABASE_URL: postgres.url(PORTAL_DATABASE, 'app') },
    ...{ VARCO_PUBLIC_ORIGIN: portalUrl, VARCO_PLANT_ORIGINS: plantUrl, VARCO_REQUIRE_TWO_FACTOR: '0' },
    VARCO_WEB_DIST: join(folder, 'web'),
  };
  const plan = (name: string, app: 'plant-server' | 'portal-server', port: number, env: typeof common) =>
    new ServerProcess({ name, app, port, env, logFile: join(folder, `${name.replace(' ', '-')}.log`) });
  return [
    plan('plant 1', 'plant-server', ports.plant[0], plant),
    plan('plant 2', 'plant-server', ports.plant[1], plant),
    plan('portal 1', 'portal-server', ports.portal[0], portal),
    plan('portal 2', 'portal-server', ports.portal[1], portal),
  ];
}

async function forgetRates(postgres: WorldDatabase): Promise<void> {
  for (const database of [DATABASE, PORTAL_DATABASE]) {
    const pool = createPool({ url: postgres.url(database, 'owner'), applicationName: 'varco bench', max: 1 });
    try {
      await pool.query('delete from rate_counter');
      if (database === DATABASE)
        await pool.query(
          `update export_job set created_at = created_at - interval '2 days' where ended_at is not null and created_at > now() - interval '1 day'`,
        );
    } finally {
      await pool.end();
    }
  }
}
