import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { listClusterServers, prepareTestCluster } from './test-cluster.ts';

/** Environment variable with the addresses of the test server; forked workers inherit it. */
export const TEST_SERVER_VARIABLE = 'VARCO_TEST_SERVER_URLS';

/** Addresses of the maintenance database, by role. */
export interface TestServerUrls {
  readonly admin: string;
  readonly owner: string;
  readonly app: string;
}

export interface TestServer {
  readonly urls: TestServerUrls;
  stop(): Promise<void>;
}

/**
 * A temporary PostgreSQL on a unix socket that never flushes to disk. It cannot outlive this process. Where the
 * environment names a cluster to test on: that cluster.
 */
export async function startTestServer(): Promise<TestServer> {
  const cluster = listClusterServers();
  if (cluster.length > 0) return { urls: await prepareTestCluster(cluster), stop: async () => {} };
  const root = await mkdtemp(join(tmpdir(), 'varco-test-'));
  const server = await startEmbeddedPostgres({
    dataDir: join(root, 'data'),
    durable: false,
    settings: { shared_buffers: '64MB', max_connections: '300', autovacuum: 'off' },
  });
  return {
    urls: {
      admin: server.url('postgres', 'admin'),
      owner: server.url('postgres', 'owner'),
      app: server.url('postgres', 'app'),
    },
    async stop() {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Starts one PostgreSQL for a whole test run. Returns the function that stops it. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env[TEST_SERVER_VARIABLE] = JSON.stringify(server.urls);
  return () => server.stop();
}
