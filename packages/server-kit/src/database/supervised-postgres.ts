import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findStorageFailure } from '../disk/storage-failure.ts';
import { chooseUser } from './embedded-cluster.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { type EmbeddedPostgres, createSocketDir, startEmbeddedPostgres } from './embedded.ts';

/** After this many quick ends or failed starts in a row another restart will not help. */
const MAX_QUICK_ENDS = 5;
const QUICK_END_MS = 60_000;
const RESTART_DELAY_MS = 1_000;
/** A full disk is waited for, however long it takes: space that comes back is noticed within this time. */
const FULL_DISK_DELAY_MS = 3_000;
const FULL_DISK_LINE = /No space left on device|Disk quota exceeded/;

export interface SupervisorOptions {
  readonly dataDir: string;
  /** See `EmbeddedOptions`; a serving process passes `serve`. */
  readonly access?: 'administer' | 'serve';
  /** See `EmbeddedOptions`. */
  readonly archive?: boolean;
  /** Called with every line of the server's own log. */
  readonly onLog?: (line: string) => void;
  /** Called when the server ended by itself and is being restarted. */
  readonly onRestart?: () => void;
  /** Called when restarting is abandoned; `ended` resolves. */
  readonly onFailed?: (error: unknown) => void;
}

const isFullDiskError = (error: unknown): boolean =>
  findStorageFailure(error) !== null || (error instanceof EmbeddedPostgresError && error.problem === 'disk-full');

/** Starts the server on a socket whose folder stays the same. */
const startOnce = (
  { dataDir, access: mode = 'administer', archive = false }: SupervisorOptions,
  socketDir: string,
  onLog: (line: string) => void,
): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, socketDir, ownsSocketDir: true, durable: true, access: mode, archive, onLog });

/**
 * The embedded PostgreSQL, restarted when it ends by itself: killed, or out of memory. Its address stays the same, so
 * that pools reconnect by themselves. `ended` resolves when it was stopped, or when restarting was abandoned after
 * five quick ends; ends and failed starts on a full disk do not count. Throws `EmbeddedPostgresError` when the first start fails.
 */
export async function startSupervisedPostgres(options: SupervisorOptions): Promise<EmbeddedPostgres> {
  const socketDir = await createSocketDir(await chooseUser(options.dataDir));
  const ends = createEndCounter(options.onLog);
  const start = (): Promise<EmbeddedPostgres> => startOnce(options, socketDir, ends.readLine);
  let server: EmbeddedPostgres;
  try {
    server = await start();
  } catch (error) {
    await rm(socketDir, { recursive: true, force: true });
    throw error;
  }
  let isStopping = false;

  const keep = async (): Promise<void> => {
    for (;;) {
      const startedAt = performance.now();
      await server.ended;
      if (isStopping) return;
      ends.addEnd(performance.now() - startedAt);
      for (;;) {
        if (ends.isTooMany()) throw new Error('the database ends again and again');
        options.onRestart?.();
        try {
          // A folder that is gone (a disk that was removed) must not be recreated empty.
          await access(join(options.dataDir, 'PG_VERSION'));
          server = await start();
          break;
        } catch (error) {
          const pauseMs = ends.addFailedStart(error);
          if (isStopping || ends.isTooMany()) throw error;
          await delay(pauseMs);
        }
      }
      // Stopped while it was starting.
      if (isStopping) await server.stop();
    }
  };
  const keepAndClear = async (): Promise<void> => {
    try {
      await keep();
    } catch (error) {
      if (!isStopping) options.onFailed?.(error);
    }
    await rm(socketDir, { recursive: true, force: true });
  };
  const ended = keepAndClear();
  const first = server;
  return {
    // The address never changes.
    url: (database, role) => first.url(database, role),
    ended,
    ensureDatabase: (database) => server.ensureDatabase(database),
    async stop() {
      isStopping = true;
      await server.stop();
      await ended;
    },
  };
}

/**
 * Counts quick ends and failed starts in a row. On a full disk PostgreSQL ends when its log of changes finds no room,
 * and starts again when there is some: these do not count.
 */
function createEndCounter(onLog: SupervisorOptions['onLog']) {
  let count = 0;
  let hasSeenFullDisk = false;
  const takeFullDisk = (): boolean => {
    const has = hasSeenFullDisk;
    hasSeenFullDisk = false;
    return has;
  };
  return {
    /** A line of the log of PostgreSQL. */
    readLine: (line: string): void => {
      hasSeenFullDisk ||= FULL_DISK_LINE.test(line);
      onLog?.(line);
    },
    addEnd(runMs: number): void {
      count = takeFullDisk() ? 0 : runMs < QUICK_END_MS ? count + 1 : 1;
    },
    /** Returns the pause before the next start, in milliseconds. */
    addFailedStart(error: unknown): number {
      const isFull = takeFullDisk() || isFullDiskError(error);
      count = isFull ? 0 : count + 1;
      return isFull ? FULL_DISK_DELAY_MS : RESTART_DELAY_MS;
    },
    isTooMany: (): boolean => count > MAX_QUICK_ENDS,
  };
}
