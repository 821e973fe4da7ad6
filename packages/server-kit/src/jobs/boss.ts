import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';

const DAY_S = 86_400;
/** Lost and expired jobs are looked for this often, by one process of the database at a time. */
const SUPERVISE_S = 10;

/**
 * pg-boss on the pool of the server. It only claims, settles and supervises jobs: its schema comes from the
 * migrations, and nothing here could change it, because the role of a serving process owns no table.
 */
export function createBoss(pool: Pool, onError: (error: Error) => void): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'job',
    migrate: false,
    createSchema: false,
    // Periodic work has intervals of its own; see tasks.ts.
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    maintenanceIntervalSeconds: 3_600,
    queueCacheIntervalSeconds: 3_600,
    // No job depends on another one.
    flowIntervalSeconds: DAY_S,
    // Rebuilding an index needs the owner's rights.
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    persistWarnings: false,
    openTelemetry: { enabled: false },
  });
  boss.on('error', onError);
  return boss;
}
