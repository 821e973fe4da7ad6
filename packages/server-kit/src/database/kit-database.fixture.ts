// Separate program for tests of the start: migrates a database that has only the tables of the kit.
import { runMigrateProgram } from './migrate-program.ts';
import type { DatabaseProgram } from './migrate-database.ts';
import { KIT_MIGRATIONS } from './migrate.ts';

export const KIT_DATABASE: DatabaseProgram = {
  migrations: [KIT_MIGRATIONS],
  migrateEntry: new URL(import.meta.url),
  command: 'varco migrate kit',
  name: 'kit',
};

if (process.argv[1] === import.meta.filename) await runMigrateProgram(KIT_DATABASE);
