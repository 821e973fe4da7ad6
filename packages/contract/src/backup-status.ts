import { z } from 'zod';

/**
 * What the commands note about the backups of a server, in the file `backup-status.json` of its data folder: the server
 * shows it, `varco doctor` judges it.
 */
export const BackupStatus = z.object({
  /** The newest whole backup; null: none yet. */
  backup: z.object({ at: z.iso.datetime(), bytes: z.number(), seconds: z.number() }).nullable().default(null),
  /** The newest trial restoration; null: none yet. */
  verify: z
    .object({
      at: z.iso.datetime(),
      isGood: z.boolean(),
      /** Instant of the newest change that came back; null: none was restored. */
      through: z.iso.datetime().nullable(),
      counts: z.record(z.string(), z.number()),
    })
    .nullable()
    .default(null),
});
export type BackupStatus = z.infer<typeof BackupStatus>;

export const BACKUP_STATUS_FILE = 'backup-status.json';
