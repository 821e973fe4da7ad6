// Program that brings a plant's database to the version of this checkout (ADR 0029): `varco migrate plant` starts it, and
// so does a plant whose embedded database is behind.
import { runMigrateProgram } from '@varco/server-kit/database/migrate-program.ts';
import { PLANT_DATABASE } from './plant-database.ts';

await runMigrateProgram(PLANT_DATABASE);
