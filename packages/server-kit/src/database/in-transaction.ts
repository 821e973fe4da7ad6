import type { Pool, PoolClient } from 'pg';

/** Runs `work` in one transaction, which is rolled back when it throws. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error('transaction failed');
    throw error;
  } finally {
    // A client that failed is discarded with its connection, and its transaction with it.
    client.release(failure);
  }
}
