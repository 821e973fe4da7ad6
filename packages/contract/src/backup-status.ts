import { z } from 'zod';

/** Ended periods that ring and file name at most: those of a year, also with a new period each day. */
export const MAX_ENDED_PERIODS = 400;
const EndedPeriods = z
  .array(z.object({ number: z.int().min(0).max(1_000_000), at: z.iso.datetime() }))
  .max(MAX_ENDED_PERIODS);

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
  /** Keys of the periods after the newest whole backup; null: none was made since there are periods. */
  keys: z
    .object({
      at: z.iso.datetime(),
      /** Those that can be opened, and until about when; the files of one that is not current end then too. */
      periods: z.array(
        z.object({ number: z.int(), since: z.iso.datetime(), until: z.iso.datetime(), isCurrent: z.boolean() }),
      ),
      /** When the key was destroyed, of periods whose files are removed; newest last. */
      destroyed: EndedPeriods,
      /** The same of those whose files are still there. */
      leftovers: EndedPeriods.default([]),
      /** Why a key or files past their term are still there; null: they are not. */
      problem: z.string().nullable(),
    })
    .nullable()
    .default(null),
});
export type BackupStatus = z.infer<typeof BackupStatus>;

export const BACKUP_STATUS_FILE = 'backup-status.json';

/** A larger file is none that the commands wrote. */
export const MAX_BACKUP_STATUS_BYTES = 262_144;

/** The ring of keys, in the data folder or in a folder of its own; in no backup. */
export const BACKUP_RING_FILE = 'backup-ring';
