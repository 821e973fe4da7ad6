// Program that makes and migrates the plant's database on a given PostgreSQL: `varco setup plant` starts it.
import { runCreateDatabaseProgram } from '@varco/server-kit/database/create-database-program.ts';
import { PLANT_DATABASE } from './plant-database.ts';

await runCreateDatabaseProgram(PLANT_DATABASE, ['pg_trgm', 'fuzzystrmatch']);
