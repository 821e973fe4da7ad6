import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@varco/server-kit/testing/test-database.ts';
import { TEST_CLUSTER_VARIABLE } from '@varco/server-kit/testing/test-cluster.ts';
import { Client } from 'pg';
import { PLANT_MIGRATIONS } from '../../apps/plant-server/src/plant-database.ts';
import { DATABASE, startPostgres } from '../data/postgres.ts';
import type { PlantDatabase } from '../plant/plant-process.ts';
import { copyDatabase } from './copy-database.ts';

/** A database of the bench on a Citus cluster, with the rows of the data folder. */
export interface ClusterDatabase {
  readonly database: PlantDatabase;
  /** A superuser's connection to the database of each server, the coordinator first. */
  readonly servers: readonly Client[];
  /** First process of each server; null: they are not all on this machine, or cannot be told. */
  readonly postmasters: readonly number[] | null;
}

/**
 * Makes a database on a cluster as the tests do, with the same migrations, which spread its tables, and copies the rows of
 * the data folder into it through the coordinator. `addresses`: of a superuser, the coordinator first. Stopping it drops
 * the database.
 */
export async function openCluster(
  addresses: readonly string[],
  dataDir: string,
  say: (text: string) => void,
): Promise<ClusterDatabase> {
  process.env[TEST_CLUSTER_VARIABLE] = addresses.join(',');
  say('cluster: migrating a database');
  const made = await createTestDatabase('bench', ...PLANT_MIGRATIONS);
  const name = new URL(made.adminUrl).pathname;
  const servers: Client[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers) await server.end();
    await made.drop();
  };
  try {
    for (const address of addresses)
      servers.push(await connect(Object.assign(new URL(address), { pathname: name }).href));
    // Otherwise a server hides its shards from whoever reads the sizes of its tables.
    for (const server of servers) await server.query('set citus.override_table_visibility = off');
    const [coordinator] = servers;
    if (coordinator === undefined) throw new Error('--cluster names no server');
    const startedAt = performance.now();
    const transits = await fillFrom(dataDir, coordinator, say);
    const copySeconds = Math.round((performance.now() - startedAt) / 1000);
    say(`cluster: ${transits.toLocaleString('en')} transits copied in ${copySeconds} s`);
    return {
      // The bench's name of its database is of no use here.
      database: {
        url: (_name, role) => (role === 'app' ? made.url : role === 'owner' ? made.ownerUrl : made.adminUrl),
        ensureDatabase: async () => {},
        stop,
      },
      servers,
      postmasters: await findPostmasters(servers, name.slice(1)),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fillFrom(dataDir: string, coordinator: Client, say: (text: string) => void): Promise<number> {
  say('cluster: copying all rows through the coordinator');
  const postgres = await startPostgres(dataDir, 'serving');
  const source = await connect(postgres.url(DATABASE, 'admin'));
  try {
    return await copyDatabase(source, coordinator, say);
  } finally {
    await source.end();
    await postgres.stop();
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // A stopping server raises an error on every idle connection; the running statement reports the reason.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The processes that started the backends of our connections, which carry the name of the database in their titles. */
async function findPostmasters(servers: readonly Client[], database: string): Promise<readonly number[] | null> {
  const found: number[] = [];
  for (const server of servers) {
    const { rows } = await server.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
    // Another machine, or another space of process ids: that number is somebody else's here, or nobody's.
    if (!title.startsWith('postgres: ') || !title.includes(` ${database} `) || parent <= 1) return null;
    found.push(parent);
  }
  return found;
}
