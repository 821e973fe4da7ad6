import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { limitMigratingRole } from '../database/log-owner.repository.ts';
import { readDistribution, type Distribution } from '../database/distribution.ts';
import { computeMigrationsChecksum, migrate, readMigrations } from '../database/migrate.ts';
import { startTestServer, TEST_SERVER_VARIABLE, type TestServer, type TestServerUrls } from './global-setup.ts';
import { endClusterSessions, joinClusterDatabases, listClusterServers, onEveryServer } from './test-cluster.ts';

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
  const distribution = await readDistribution(...migrations);
  // Databases that are not spread stay on the coordinator alone.
  const servers = distribution === null ? [] : listClusterServers();
  const template = `tpl_${label}_${computeMigrationsChecksum(steps).slice(0, 16)}`;
  const name = `t_${label}_${randomBytes(6).toString('hex')}`;
  await withClient(server.urls.admin, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 0)
      await buildTemplate({ client, urls: server.urls, template, servers }, steps, distribution);
    // PostgreSQL rejects two concurrent clones of one template, so they queue on the same lock.
    await runOnServers(client, servers, `create database ${name} template ${template}`);
  });
  const adminUrl = buildDatabaseUrl(server.urls.admin, name);
  // Rights on a database itself are not cloned.
  await withClient(adminUrl, (client) => limitMigratingRole(client, OWNER_ROLE));
  return {
    url: buildDatabaseUrl(server.urls.app, name),
    ownerUrl: buildDatabaseUrl(server.urls.owner, name),
    adminUrl,
    async drop() {
      await withClient(server.urls.admin, (client) =>
        runOnServers(client, servers, `drop database if exists ${name} with (force)`),
      );
      await server.stop();
    },
  };
}

interface TemplatePlan {
  readonly client: Client;
  readonly urls: TestServerUrls;
  readonly template: string;
  /** Servers of the cluster the template is spread over; empty: it is on one server. */
  readonly servers: readonly string[];
}

async function buildTemplate(
  { client, urls, template, servers }: TemplatePlan,
  steps: Parameters<typeof migrate>[1],
  distribution: Distribution | null,
): Promise<void> {
  const draft = `${template}_draft`;
  await runOnServers(client, servers, `drop database if exists ${draft} with (force)`);
  await runOnServers(client, servers, `create database ${draft} template template0`);
  await joinClusterDatabases(servers, draft);
  const addresses = { ownerUrl: buildDatabaseUrl(urls.owner, draft), adminUrl: buildDatabaseUrl(urls.admin, draft) };
  await migrate(addresses, steps, distribution);
  await endClusterSessions(servers, draft);
  await runOnServers(client, servers, `alter database ${draft} rename to ${template}`);
}

/** Runs a statement about databases on every server of a cluster, or on the one server there is. */
const runOnServers = async (client: Client, servers: readonly string[], statement: string): Promise<void> => {
  if (servers.length === 0) await client.query(statement);
  else await onEveryServer(servers, statement);
};

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
