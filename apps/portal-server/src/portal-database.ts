import path from 'node:path';
import { KIT_MIGRATIONS } from '@varco/server-kit/database/migrate.ts';
import type { DatabaseProgram } from '@varco/server-kit/database/migrate-database.ts';

/** Folders of the migrations that build the portal's database, in order. */
export const PORTAL_MIGRATIONS: readonly string[] = [KIT_MIGRATIONS, path.join(import.meta.dirname, '../migrations')];

/** How the portal's database is built; serving processes only check it. */
export const PORTAL_DATABASE: DatabaseProgram = {
  migrations: PORTAL_MIGRATIONS,
  migrateEntry: new URL('./migrate.ts', import.meta.url),
  command: 'varco migrate portal',
  name: 'varco_portal',
};
