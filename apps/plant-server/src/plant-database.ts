import { join } from 'node:path';
import { KIT_MIGRATIONS } from '@varco/server-kit/database/migrate.ts';
import type { DatabaseProgram } from '@varco/server-kit/database/migrate-database.ts';

/** Migration folders of a plant's database, in order. */
export const PLANT_MIGRATIONS: readonly string[] = [KIT_MIGRATIONS, join(import.meta.dirname, '../migrations')];

/** How a plant's database is built; serving processes only check it. */
export const PLANT_DATABASE: DatabaseProgram = {
  migrations: PLANT_MIGRATIONS,
  migrateEntry: new URL('./migrate.ts', import.meta.url),
  command: 'varco migrate plant',
  name: 'varco_plant',
};
