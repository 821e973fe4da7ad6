// Program behind `varco backup` and `varco restore` for a plant.
import { runBackupProgram } from '@varco/server-kit/backup/backup-program.ts';
import manifest from '../package.json' with { type: 'json' };
import { PLANT_DATABASE } from './plant-database.ts';

await runBackupProgram({
  database: PLANT_DATABASE,
  tables: ['transit', 'audit_leaf', 'plant_user'],
  version: manifest.version,
});
