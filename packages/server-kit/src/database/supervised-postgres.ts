import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseUser } from './embedded-cluster.ts';
import { type EmbeddedPostgres, createSocketDir, startEmbeddedPostgres } from './embedded.ts';

/** After this many quick ends or failed starts in a row another restart will not help. */
const MAX_QUICK_ENDS = 5;
const QUICK_END_MS = 60_000;
const RESTART_DELAY_MS = 1_000;

export interface SupervisorOptions {
  readonly dataDir: string;
  /** See `EmbeddedOptions`; a serving process passes `serve`. */
  readonly access?: 'administer' | 'serve';
  /** Called with every line of the server's own log. */
  readonly onLog?: (line: string) => void;
  /** Called when the server ended by itself and is being restarted. */
  readonly onRestart?: () => void;
  /** Called when restarting is abandoned; `ended` resolves. */
  readonly onFailed?: (error: unknown) => void;
}

/**
 * The embedded PostgreSQL, restarted when it ends by itself: killed, or out of memory. Its address stays the same, so
 * that pools reconnect by themselves. `ended` resolves when it was stopped, or when restarting was abandoned after
 * five quick ends. Throws `EmbeddedPostgresError` when the first start fails.
 */
export async function startSupervisedPostgres(options: SupervisorOptions): Promise<EmbeddedPostgres> {
  const { dataDir, access: mode = 'administer' } = options;
  const socketDir = await createSocketDir(await chooseUser(dataDir));
  const onLog = options.onLog === undefined ? {} : { onLog: options.onLog };
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, socketDir, ownsSocketDir: true, durable: true, access: mode, ...onLog });
  let server: EmbeddedPostgres;
  try {
    server = await start();
  } catch (error) {
    await rm(socketDir, { recursive: true, force: true });
    throw error;
  }
  let isStopping = false;

  const keep = async (): Promise<void> => {
    for (let quickEnds = 0; ;) {
      const startedAt = performance.now();
      await server.ended;
      if (isStopping) return;
      quickEnds = performance.now() - startedAt < QUICK_END_MS ? quickEnds + 1 : 1;
      for (;;) {
        if (quickEnds > MAX_QUICK_ENDS) throw new Error('the database ends again and again');
        options.onRestart?.();
        try {
          // A folder that is gone (a disk that was removed) must not be recreated empty.
          await access(join(dataDir, 'PG_VERSION'));
          server = await start();
          break;
        } catch (error) {
          quickEnds += 1;
          if (isStopping || quickEnds > MAX_QUICK_ENDS) throw error;
          await delay(RESTART_DELAY_MS);
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
