import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { StartError } from '../process/start-or-explain.ts';
import type { BackupSettings } from './backup-settings.ts';

/** The repository of restic with the copies of data folders: encrypted, each block stored once. */
export interface Restic {
  /** Makes the repository; false: it is there already. Throws `StartError`. */
  init(): Promise<boolean>;
  /** Copies folders without what the patterns exclude; returns the id of the snapshot. Throws `StartError`. */
  backup(folders: readonly string[], excluded: readonly string[], tag: string): Promise<string>;
  /** Restores a snapshot, or one folder of it, below `target`. Throws `StartError`. */
  restore(snapshot: string, target: string, only?: string): Promise<void>;
  /** Removes snapshots, and the blocks that nothing else uses. Throws `StartError`. */
  forget(snapshots: readonly string[]): Promise<void>;
  /** All snapshots, or those with a tag. Throws `StartError`. */
  list(tag?: string): Promise<readonly Snapshot[]>;
  /** Bytes stored for all snapshots. Throws `StartError`. */
  measure(): Promise<number>;
}

interface Snapshot {
  readonly id: string;
  /** When the copy began. */
  readonly time: string;
}

/** Half an hour, after which restic takes a lock for a dead one. */
const MAX_LOCKED = 360;
const LOCKED_MS = 5_000;
/** Exit code of a copy in which some files could not be read. */
const INCOMPLETE = 3;
const ENOENT = 2;

const Line = z.looseObject({ message_type: z.string().optional() });
const Summary = z.object({ message_type: z.literal('summary') });
const ReadError = z.object({
  message_type: z.literal('error'),
  error: z.looseObject({ Err: z.unknown().optional(), message: z.string().optional() }),
});
const Snapshots = z.array(z.object({ id: z.string(), time: z.string() }));
const Stats = z.object({ total_size: z.number() });

interface Result {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export function openRestic(settings: BackupSettings): Restic {
  const { repository, bucket, key } = settings;
  const place = bucket === null ? join(repository, 'restic') : `s3:${repository}/restic`;
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    SSL_CERT_FILE: process.env['NODE_EXTRA_CA_CERTS'],
    RESTIC_REPOSITORY: place,
    RESTIC_PASSWORD: key,
    ...(bucket === null
      ? {}
      : {
          AWS_ACCESS_KEY_ID: bucket.keyId,
          AWS_SECRET_ACCESS_KEY: bucket.secret,
          AWS_DEFAULT_REGION: bucket.region,
        }),
  };
  const run = (...args: string[]): Promise<Result> => runWhenFree(args, env);
  const runOrThrow = async (what: string, ...args: string[]): Promise<string> => {
    const { code, output, errors } = await run(...args);
    if (code !== 0) throw new StartError(`${what}: ${explain(errors)}`);
    return output;
  };
  const list = async (tag?: string): Promise<readonly Snapshot[]> => {
    const only = tag === undefined ? [] : ['--tag', tag];
    const output = await runOrThrow('The copies could not be listed', 'snapshots', '--json', ...only);
    return Snapshots.parse(JSON.parse(output));
  };
  return {
    list,
    async init() {
      if ((await run('cat', 'config')).code === 0) return false;
      await runOrThrow('The repository of the backups could not be made', 'init');
      return true;
    },
    async backup(folders, excluded, tag) {
      const patterns = excluded.flatMap((pattern) => ['--exclude', pattern]);
      const result = await run('backup', '--json', '--host', 'varco', '--tag', tag, ...patterns, ...folders);
      checkWhole(result);
      // The summary has the short id only.
      const [made] = await list(tag);
      if (made === undefined) throw new StartError('The copy was made, but is not in the repository.');
      return made.id;
    },
    async restore(snapshot, target, only) {
      const part = only === undefined ? [] : ['--include', only];
      await runOrThrow('The copy could not be restored', 'restore', snapshot, '--target', target, ...part);
    },
    async forget(snapshots) {
      if (snapshots.length === 0) return;
      await runOrThrow('Old copies could not be removed', 'forget', '--prune', ...snapshots);
    },
    async measure() {
      const output = await runOrThrow('The copies could not be measured', 'stats', '--mode', 'raw-data', '--json');
      return Stats.parse(JSON.parse(output)).total_size;
    },
  };
}

/** Files that were removed while the copy ran are no loss: recovery does without them. */
function checkWhole({ code, output, errors }: Result): void {
  const lines = `${output}\n${errors}`.split('\n').filter((line) => line.startsWith('{'));
  const parsed = lines.map((line) => Line.parse(JSON.parse(line)));
  const lost = parsed
    .map((line) => ReadError.safeParse(line))
    .filter(
      ({ success, data }) => success && data.error.Err !== ENOENT && !/no such file/.test(data.error.message ?? ''),
    );
  const isDone = parsed.some((line) => Summary.safeParse(line).success);
  if (!isDone || lost.length > 0 || (code !== 0 && code !== INCOMPLETE))
    throw new StartError(
      lost.length > 0
        ? `The copy is incomplete: ${lost.length} files could not be read.`
        : `The copy could not be made: ${explain(errors)}`,
    );
}

/** What restic says, as one line for the operator. */
function explain(errors: string): string {
  if (/ENOENT/.test(errors)) return 'the program restic is not installed (apt-get install restic).';
  if (/wrong password|no key found/.test(errors))
    return 'the key (VARCO_BACKUP_KEY_FILE) is not that of this repository.';
  if (/already locked/.test(errors)) return 'another backup is running on this repository.';
  const last = errors
    .trim()
    .split('\n')
    .find((line) => /^(?:Fatal|Save|unable|error)/i.test(line));
  const said = (last ?? errors.trim().split('\n').at(-1) ?? '').slice(0, 300);
  return said === '' ? 'restic ended without saying why.' : said;
}

/**
 * Waits for another run on the same repository, such as the hourly copy during the removal of old ones. Locks of runs that
 * were killed are taken away; restic knows them by their process or age.
 */
async function runWhenFree(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await runRestic(args, env);
    if (attempt >= MAX_LOCKED || !/already locked/.test(result.errors)) return result;
    await runRestic(['unlock'], env);
    await delay(LOCKED_MS);
  }
}

function runRestic(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<Result> {
  return new Promise((done) => {
    // No cache: it would lie unencrypted beside the data, and the repository is on this machine or read rarely.
    const child = spawn('restic', ['--no-cache', ...args], { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => (output = `${output}${String(chunk)}`.slice(-4_000_000)));
    child.stderr.on('data', (chunk) => (errors = `${errors}${String(chunk)}`.slice(-100_000)));
    child.once('error', (error) => done({ code: null, output, errors: error.message }));
    child.once('close', (code) => done({ code, output, errors }));
  });
}
