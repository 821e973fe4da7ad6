import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../database/embedded.ts';

/** Name of the variable through which test processes learn the server; forked workers inherit it. */
export const TEST_SERVER_VARIABLE = 'VARCO_TEST_SERVER_URL';

export interface TestServer {
  /** Address of the maintenance database, as the role that owns test databases. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A throw-away PostgreSQL on a unix socket; nothing is flushed to disk. It cannot outlive this process. */
export async function startTestServer(): Promise<TestServer> {
  const root = await mkdtemp(join(tmpdir(), 'varco-test-'));
  const server = await startEmbeddedPostgres({
    dataDir: join(root, 'data'),
    durable: false,
    settings: { shared_buffers: '64MB', max_connections: '300', autovacuum: 'off' },
  });
  await letOwnerCutConnections(server.url('postgres', 'admin'));
  return {
    url: server.url('postgres', 'owner'),
    async stop() {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A test drops its database as the owner, while a connection of the app role may still be ending. */
async function letOwnerCutConnections(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('grant pg_signal_backend to varco_owner');
  await client.end();
}

/** One PostgreSQL for a whole test run. Returns the function that ends it. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env[TEST_SERVER_VARIABLE] = server.url;
  return () => server.stop();
}
