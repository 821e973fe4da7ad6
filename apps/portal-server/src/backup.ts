// Program behind `varco backup` and `varco restore` for the portal.
import { runBackupProgram } from '@varco/server-kit/backup/backup-program.ts';
import manifest from '../package.json' with { type: 'json' };
import { PORTAL_DATABASE } from './portal-database.ts';

await runBackupProgram({
  database: PORTAL_DATABASE,
  tables: ['portal_user', 'peer', 'audit_leaf'],
  version: manifest.version,
});
