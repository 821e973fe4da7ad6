import type { Pool } from 'pg';
import { listClusterServers } from '@varco/server-kit/testing/test-cluster.ts';

/** The tests run on a cluster, whose coordinator shows no plans and pages of its servers. */
export const isOnCluster = listClusterServers().length > 0;

/**
 * Plan of a statement when the planner may not read whole tables: it scans a small table completely, and tests check
 * which index it uses for a large one.
 */
export async function explainWithoutScans(
  pool: Pool,
  statement: { readonly text: string; readonly values: readonly unknown[] },
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement.text}`, [...statement.values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
