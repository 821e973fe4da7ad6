import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { PLANT_MIGRATIONS } from '../../apps/plant-server/src/plant-database.ts';
import { PORTAL_MIGRATIONS } from '../../apps/portal-server/src/portal-database.ts';
import { PORTAL_DATABASE } from './fill-portal.ts';
import type { DemoLayout } from './layout.ts';

/**
 * Brings the databases of a filled world to the version of this checkout. Its servers cannot: they only know the role
 * that serves (ADR 0029).
 */
export async function migrateWorld(postgres: EmbeddedPostgres, layout: DemoLayout): Promise<void> {
  for (const { database } of layout.plants) await prepareDatabase(postgres, database, PLANT_MIGRATIONS);
  await prepareDatabase(postgres, PORTAL_DATABASE, PORTAL_MIGRATIONS);
}
