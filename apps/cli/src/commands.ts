import { auditVerify } from './audit/audit-verify.command.ts';
import { backup } from './backup/backup.command.ts';
import { restore } from './backup/restore.command.ts';
import { doctor } from './doctor/doctor.command.ts';
import { importFile } from './import/import.command.ts';
import { addIngestKey, listIngestKeys, revokeIngestKey } from './ingest-keys/ingest-keys.command.ts';
import { plantJoiningCode } from './joining/joining-code.command.ts';
import { proveGone } from './prove-gone/prove-gone.command.ts';
import { publicPage } from './public-page/public-page.command.ts';
import { addServerKey, listServerKeys, retireServerKey } from './keys/keys.command.ts';
import { migratePlant, migratePortal } from './migrate/migrate.command.ts';
import { setupPlant, setupPortal } from './setup/setup.command.ts';
import { streetMap } from './street-map/street-map.command.ts';
import { verifyRollUps } from './rollups/verify-rollups.command.ts';
import { verifyFile } from './verify/verify.command.ts';
import type { Command } from './command.ts';

/** All commands of `varco`, in the order of the help. A new command is one line here and one file. */
export const COMMANDS: readonly Command[] = [
  auditVerify,
  backup,
  doctor,
  importFile,
  listIngestKeys,
  addIngestKey,
  revokeIngestKey,
  listServerKeys,
  addServerKey,
  retireServerKey,
  streetMap,
  migratePlant,
  migratePortal,
  plantJoiningCode,
  proveGone,
  publicPage,
  restore,
  setupPlant,
  setupPortal,
  verifyRollUps,
  verifyFile,
];
