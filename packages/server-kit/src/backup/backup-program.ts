import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type DatabaseProgram, getClusterFolder } from '../database/migrate-database.ts';
import { addressListField, databaseUrlField } from '../env/env-fields.ts';
import { readEnv } from '../env/read-env.ts';
import { startOrExplain, StartError } from '../process/start-or-explain.ts';
import { BACKUP_FIELDS, readBackupSettings } from './backup-settings.ts';
import { listStoredSets, openBackupPlace } from './backup-place.ts';
import { initialisePlace } from './begin-period.ts';
import { noteBackupStatus } from './backup-status.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';
import { listUsedEpochs, noteRestoration } from './restorations.ts';
import { beginRestoredEpoch, countRows, readTimeline } from './restored.repository.ts';
import type { RingInput } from './ring-homes.ts';
import { SealBroken } from './sealed-store.ts';
import { shipWal } from './ship-wal.ts';
import { takeBackup } from './take-backup.ts';
import { describeRestoration } from './timelines.ts';

const ProgramEnv = z.object({
  ...BACKUP_FIELDS,
  VARCO_DATA_DIR: z.string().min(1),
  VARCO_DATABASE_NAME: z.string().default(''),
  VARCO_DATABASE_URL: databaseUrlField,
  VARCO_OUTBOUND_CIDRS: addressListField,
});

export interface BackupProgram {
  readonly database: DatabaseProgram;
  /** Tables whose rows are counted after a restoration. */
  readonly tables: readonly string[];
  readonly version: string;
}

interface Run extends RingInput {
  readonly program: BackupProgram;
  /** Name of the database. */
  readonly database: string;
  /** Lines of standard input, one JSON text each. */
  readonly read: () => Promise<unknown>;
  readonly now: () => Date;
}

type Action = (run: Run) => Promise<object>;

/** What the command asks for, by the first argument. */
const ACTIONS: Readonly<Record<string, Action>> = {
  init: async (run) => ({ isNew: await initialisePlace(run, run.now()) }),
  whole: async (run) => takeBackup({ ...run, ...(await readTakeInput(run)), kind: 'whole' }),
  files: async (run) => takeBackup({ ...run, ...(await readTakeInput(run)), kind: 'files' }),
  describe,
  restore,
  verify,
};

/**
 * The whole program behind `varco backup` and `varco restore`: one line of JSON for each answer, or one line that says what
 * is wrong.
 */
export async function runBackupProgram(program: BackupProgram): Promise<void> {
  await startOrExplain('varco backup', async () => {
    const env = readEnv(ProgramEnv, process.env);
    const action = ACTIONS[process.argv[2] ?? ''];
    if (action === undefined) throw new StartError('Unknown action.');
    if (env.VARCO_DATABASE_URL !== '')
      throw new StartError(
        'This server uses a PostgreSQL of its own (VARCO_DATABASE_URL): back it up with the means of that server.',
      );
    const settings = readBackupSettings(env);
    if (settings === null) throw new StartError('Backups are not set up: varco backup --init.');
    const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    const result = await action({
      program,
      settings,
      dataDir: env.VARCO_DATA_DIR,
      database: env.VARCO_DATABASE_NAME === '' ? program.database.name : env.VARCO_DATABASE_NAME,
      allowedCidrs: env.VARCO_OUTBOUND_CIDRS,
      now: () => new Date(),
      read: async () => {
        const { value, done } = await lines.next();
        return done === true ? null : JSON.parse(String(value));
      },
    }).catch((error: unknown) => {
      if (error instanceof SealBroken)
        throw new StartError('The backups cannot be opened: another key, or they were changed.');
      throw error;
    });
    print(result);
  });
  process.stdin.destroy();
}

const print = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

const TakeInput = z.object({ settingsText: z.string(), isNewKey: z.boolean().default(false) });
const readTakeInput = async (run: Run) => ({
  ...TakeInput.parse(await run.read()),
  program: run.program.version,
});

/** The newest backup, with the settings of its server: what an empty machine needs first. */
async function describe(run: Run): Promise<object> {
  const { periods } = await openBackupPlace(run);
  const sets = await listStoredSets(periods);
  const whole = sets.findLast(({ kind }) => kind === 'whole');
  if (whole === undefined) throw new StartError('There is no backup in this place yet.');
  return { at: whole.stoppedAt, settings: whole.settings, dataDir: whole.dataDir };
}

const RestoreInput = z.object({ to: z.iso.datetime({ offset: true }).nullable() });

/** Restores into the data folder of the server, declares the epoch of its log, and stops the database again. */
async function restore(run: Run): Promise<object> {
  const { to } = RestoreInput.parse(await run.read());
  const { dataDir, database, program } = run;
  const place = await openBackupPlace(run);
  const { lasting, current } = place;
  const [at, until] = [run.now(), to === null ? null : new Date(to)];
  const restored = await restoreBackup({ ...run, place, to: until, isTrial: false });
  try {
    const url = restored.server.url(database, 'app');
    const used = await listUsedEpochs(lasting);
    const epoch = await beginRestoredEpoch(url, {
      used: Math.max(0, ...used),
      restored: { backup: restored.whole.id, to: to ?? 'latest', through: restored.through?.toISOString() ?? null },
    });
    if (epoch !== null) {
      const backup = restored.whole.id;
      const made = { backup, at, to: until, through: getThrough(restored), timeline: await readTimeline(url) };
      await noteRestoration(lasting, epoch, describeRestoration(made));
    }
    return { ...describeRestored(restored), epoch, counts: await countRows(url, program.tables) };
  } finally {
    await restored.server.stop();
    await shipWal(dataDir, async () => current.store);
  }
}

const getThrough = ({ whole, through }: Restored): Date => through ?? new Date(whole.stoppedAt);

const describeRestored = (restored: Restored): object => ({
  backupAt: restored.whole.stoppedAt,
  picturesAt: restored.files.stoppedAt,
  through: getThrough(restored).toISOString(),
});

const VerifyInput = z.object({ folder: z.string().min(1) });
const Examined = z.object({ isGood: z.boolean() });

/**
 * Restores the newest backup into a folder that is removed afterwards. Its database runs until the command has examined it
 * and says what it found.
 */
async function verify(run: Run): Promise<object> {
  const { folder } = VerifyInput.parse(await run.read());
  const note = (isGood: boolean, through: string | null, counts: Record<string, number>): Promise<void> =>
    noteBackupStatus(run.dataDir, { verify: { at: run.now().toISOString(), isGood, through, counts } });
  let restored: Restored;
  try {
    const place = await openBackupPlace(run);
    restored = await restoreBackup({ ...run, place, dataDir: folder, to: null, isTrial: true });
  } catch (error) {
    await note(false, null, {});
    throw error;
  }
  try {
    const counts = await countRows(restored.server.url(run.database, 'app'), run.program.tables);
    print({ cluster: getClusterFolder(folder), counts });
    // The end of the input without a examined is a command that was killed.
    const examined = Examined.safeParse(await run.read());
    const isGood = examined.success && examined.data.isGood;
    const through = getThrough(restored).toISOString();
    await note(isGood, through, counts);
    return { ...describeRestored(restored), isGood, counts };
  } finally {
    await restored.server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
