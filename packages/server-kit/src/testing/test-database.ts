import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { limitMigratingRole } from '../database/log-owner.repository.ts';
import { computeMigrationsChecksum, migrate, readMigrations } from '../database/migrate.ts';
import { startTestServer, TEST_SERVER_VARIABLE, type TestServer, type TestServerUrls } from './global-setup.ts';

export interface TestDatabase {
  /** Address of a migrated, empty database, as the role a server runs with, which owns nothing. */
  readonly url: string;
  /** The same database as the role that owns the tables and runs migrations. */
  readonly ownerUrl: string;
  /** The same database as superuser: the only role that reaches the consultation log. */
  readonly adminUrl: string;
  /** Drops the database; open connections are closed. */
  drop(): Promise<void>;
}

const TEMPLATE_LOCK = 8_212_027;
/** The role of `ownerUrl`. */
const OWNER_ROLE = 'varco_owner';

/**
 * A new database for one test file, cloned in less than 100 ms from a template that is migrated once per run and set
 * of migrations. `migrations` are folders, applied in order. May be called from many processes at once.
 */
export async function createTestDatabase(label: string, ...migrations: readonly string[]): Promise<TestDatabase> {
  const server = await getServer();
  const steps = await readMigrations(...migrations);
  const template = `tpl_${label}_${computeMigrationsChecksum(steps).slice(0, 16)}`;
  const name = `t_${label}_${randomBytes(6).toString('hex')}`;
  await withClient(server.urls.admin, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 0) await buildTemplate(client, server.urls, template, steps);
    // PostgreSQL rejects two concurrent clones of one template, so they queue on the same lock.
    await client.query(`create database ${name} template ${template}`);
  });
  const adminUrl = buildDatabaseUrl(server.urls.admin, name);
  // Rights on a database itself are not cloned.
  await withClient(adminUrl, (client) => limitMigratingRole(client, OWNER_ROLE));
  return {
    url: buildDatabaseUrl(server.urls.app, name),
    ownerUrl: buildDatabaseUrl(server.urls.owner, name),
    adminUrl,
    async drop() {
      await withClient(server.urls.admin, (client) => client.query(`drop database if exists ${name} with (force)`));
      await server.stop();
    },
  };
}

async function buildTemplate(
  client: Client,
  urls: TestServerUrls,
  template: string,
  steps: Parameters<typeof migrate>[1],
): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft} template template0`);
  await migrate(
    { ownerUrl: buildDatabaseUrl(urls.owner, draft), adminUrl: buildDatabaseUrl(urls.admin, draft) },
    steps,
  );
  await client.query(`alter database ${draft} rename to ${template}`);
}

/** The server of the run; a single file started without the global setup starts its own. */
async function getServer(): Promise<TestServer> {
  const shared = process.env[TEST_SERVER_VARIABLE];
  if (shared === undefined) return startTestServer();
  const urls: TestServerUrls = JSON.parse(shared);
  return { urls, stop: async () => {} };
}

function buildDatabaseUrl(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
