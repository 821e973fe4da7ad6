import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { migrate, readMigrations } from '@varco/server-kit/database/migrate.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { createServerKey } from '../auth/server-key.ts';
import type { DB } from '../db.ts';
import { PORTAL_MIGRATIONS } from '../start.ts';
import { type PortalSeed, seedPortal } from './seed-portal.ts';

export interface SeedTarget {
  readonly databaseUrl: string;
  /** For the migrations; empty: the same. */
  readonly ownerUrl?: string;
  /** Data folder of the portal: its `server.secret` seals the second factors (created when missing). */
  readonly dataDir: string;
}

/** Creates the portal's database if necessary and fills it, whether or not the server is running. */
export async function seedPortalDatabase(target: SeedTarget, seed: PortalSeed): Promise<void> {
  const ownerUrl = target.ownerUrl === undefined || target.ownerUrl === '' ? target.databaseUrl : target.ownerUrl;
  await migrate(ownerUrl, await readMigrations(...PORTAL_MIGRATIONS));
  const key = createServerKey(await readServerSecret(target.dataDir));
  const db = createDatabase<DB>(createPool({ url: target.databaseUrl, applicationName: 'varco portal seed', max: 2 }));
  try {
    await seedPortal({ db, key }, seed);
  } finally {
    await db.destroy();
  }
}
