import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { APP_ROLE, computeMigrationsChecksum, migrate, readMigrations } from '../database/migrate.ts';
import { startTestServer, TEST_SERVER_VARIABLE } from './global-setup.ts';

export interface TestDatabase {
  /** Address of a migrated, empty database, as the role a server runs with, which owns nothing. */
  readonly url: string;
  /** The same database as the role that owns the tables and runs migrations. */
  readonly ownerUrl: string;
  /** Drops the database; open connections are closed. */
  drop(): Promise<void>;
}

const TEMPLATE_LOCK = 8_212_027;

/**
 * A new database for one test file, cloned in less than 100 ms from a template that is migrated once per run and set
 * of migrations. `migrations` are folders, applied in order. May be called from many processes at once.
 */
export async function createTestDatabase(label: string, ...migrations: readonly string[]): Promise<TestDatabase> {
  const server = await getServerUrl();
  const steps = await readMigrations(...migrations);
  const template = `tpl_${label}_${computeMigrationsChecksum(steps).slice(0, 16)}`;
  const name = `t_${label}_${randomBytes(6).toString('hex')}`;
  await withClient(server.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 0) await buildTemplate(client, server.url, template, steps);
    // PostgreSQL rejects two concurrent clones of one template, so they queue on the same lock.
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: buildDatabaseUrl(server.url, name, APP_ROLE),
    ownerUrl: buildDatabaseUrl(server.url, name),
    async drop() {
      await withClient(server.url, (client) => dropDatabase(client, name));
      await server.stop();
    },
  };
}

/**
 * A pool's `end` resolves shortly before the server has closed its connections, and the owner may not terminate
 * those.
 */
async function dropDatabase(client: Client, name: string, attempts = 50): Promise<void> {
  try {
    await client.query(`drop database if exists ${name} with (force)`);
  } catch (error) {
    const isLeaving = error instanceof Error && 'code' in error && error.code === '42501';
    if (!isLeaving || attempts === 0) throw error;
    await delay(50);
    await dropDatabase(client, name, attempts - 1);
  }
}

async function buildTemplate(
  client: Client,
  url: string,
  template: string,
  steps: Parameters<typeof migrate>[1],
): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft} template template0`);
  await migrate(buildDatabaseUrl(url, draft), steps);
  await client.query(`alter database ${draft} rename to ${template}`);
}

/** The server of the run; a single file started without the global setup starts its own. */
async function getServerUrl(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const shared = process.env[TEST_SERVER_VARIABLE];
  return shared === undefined ? startTestServer() : { url: shared, stop: async () => {} };
}

function buildDatabaseUrl(url: string, name: string, role?: string): string {
  const parsed = new URL(url);
  if (role !== undefined) parsed.username = role;
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
