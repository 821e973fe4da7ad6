// Program that makes and migrates the portal's database on a given PostgreSQL: `varco setup portal` starts it.
import { runCreateDatabaseProgram } from '@varco/server-kit/database/create-database-program.ts';
import { PORTAL_DATABASE } from './portal-database.ts';

await runCreateDatabaseProgram(PORTAL_DATABASE, []);
