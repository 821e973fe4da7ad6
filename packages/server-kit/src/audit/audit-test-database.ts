import { Pool } from 'pg';
import { KIT_MIGRATIONS } from '../database/migrate.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import type { AuditRecord } from './audit-sink.ts';

export interface AuditTestDatabase {
  /** A database administrator, who reaches everything. */
  readonly admin: Pool;
  /** The role that migrates and owns every table but those of the log. */
  readonly owner: Pool;
  /** The server's role: may read and append. */
  readonly app: Pool;
  readonly url: string;
  close(): Promise<void>;
}

/** A migrated database with its roles, for tests of the log. */
export async function openAuditTestDatabase(): Promise<AuditTestDatabase> {
  const database = await createTestDatabase('audit', KIT_MIGRATIONS);
  const admin = new Pool({ connectionString: database.adminUrl, max: 4 });
  const owner = new Pool({ connectionString: database.ownerUrl, max: 4 });
  // As the servers open the pool of their log.
  const app = new Pool({ connectionString: database.url, max: 4, pipeline: true });
  // Connections are closed when the database is dropped; that is not a test failure.
  for (const pool of [admin, owner, app]) pool.on('error', () => {});
  return {
    admin,
    owner,
    app,
    url: database.url,
    async close() {
      await Promise.all([admin.end(), owner.end(), app.end()]);
      await database.drop();
    },
  };
}

/** A search by an invented user. */
export const createSampleRecord = (overrides: Partial<AuditRecord> = {}): AuditRecord => ({
  action: 'transits.search',
  outcome: 'ok',
  actor: { kind: 'user', id: '12', name: 'm.rossi', group: 'fdo-carabinieri', level: 6, session: 's-1' },
  from: { ip: '192.0.2.7', client: 'varco-web/0.9.375' },
  req: 'req-1',
  count: 3,
  reason: { code: 'stolen-vehicle', case: 'PP 12/2026', text: 'Ricerca del veicolo rubato in via Emilia' },
  detail: { f_targa: 'AB123CD' },
  ...overrides,
});
