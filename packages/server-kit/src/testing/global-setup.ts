import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../database/embedded.ts';

/** Environment variable with the address of the test server; forked workers inherit it. */
export const TEST_SERVER_VARIABLE = 'VARCO_TEST_SERVER_URL';

export interface TestServer {
  /** Address of the maintenance database, as the role that owns test databases. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A temporary PostgreSQL on a unix socket that never flushes to disk. It cannot outlive this process. */
export async function startTestServer(): Promise<TestServer> {
  const root = await mkdtemp(join(tmpdir(), 'varco-test-'));
  const server = await startEmbeddedPostgres({
    dataDir: join(root, 'data'),
    durable: false,
    settings: { shared_buffers: '64MB', max_connections: '300', autovacuum: 'off' },
  });
  await allowOwnerToTerminate(server.url('postgres', 'admin'));
  return {
    url: server.url('postgres', 'owner'),
    async stop() {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A test drops its database as the owner, while a connection of the app role may still be closing. */
async function allowOwnerToTerminate(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('grant pg_signal_backend to varco_owner');
  await client.end();
}

/** Starts one PostgreSQL for a whole test run. Returns the function that stops it. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env[TEST_SERVER_VARIABLE] = server.url;
  return () => server.stop();
}
