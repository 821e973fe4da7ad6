import { startTestServer } from './test-server.ts';

/** Name of the variable through which test processes learn the server; forked workers inherit it. */
export const TEST_SERVER_VARIABLE = 'VARCO_TEST_SERVER_URL';

/** One PostgreSQL for a whole test run. Returns the function that ends it. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  process.env[TEST_SERVER_VARIABLE] = server.url;
  return () => server.stop();
}
