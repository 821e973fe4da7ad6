import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { checkSchema } from '@varco/server-kit/database/check-schema.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { readMigrations } from '@varco/server-kit/database/migrate.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createServerKey } from '../auth/server-key.ts';
import type { DB } from '../db.ts';
import { PORTAL_DATABASE } from '../portal-database.ts';
import { type PortalSeed, seedPortal } from './seed-portal.ts';

export interface SeedTarget {
  /** Address of the migrated database, as the serving role. */
  readonly databaseUrl: string;
  /** Data folder of the portal: its `server.secret` seals the second factors (created when missing). */
  readonly dataDir: string;
}

/** Fills the portal's migrated database, whether or not the server is running. */
export async function seedPortalDatabase(target: SeedTarget, seed: PortalSeed): Promise<void> {
  await checkSchema(target.databaseUrl, await readMigrations(...PORTAL_DATABASE.migrations), PORTAL_DATABASE.command);
  const key = createServerKey(await readServerSecret(target.dataDir));
  const db = createDatabase<DB>(createPool({ url: target.databaseUrl, applicationName: 'varco portal seed', max: 2 }));
  try {
    await seedPortal({ db, key }, seed);
  } finally {
    await db.destroy();
  }
}
