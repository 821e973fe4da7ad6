// Program that brings the portal's database to the version of this checkout (ADR 0029): `varco migrate portal` starts it,
// and so does a portal whose embedded database is behind.
import { runMigrateProgram } from '@varco/server-kit/database/migrate-program.ts';
import { PORTAL_DATABASE } from './portal-database.ts';

await runMigrateProgram(PORTAL_DATABASE);
