import type { Pool } from 'pg';

/** Ends the waits of delayed jobs. The queue uses the clock of the database, which a test cannot advance. */
export async function makeJobsDue(pool: Pool): Promise<void> {
  await pool.query(`update job.job_common set start_after = now() where state < 'active'`);
}
