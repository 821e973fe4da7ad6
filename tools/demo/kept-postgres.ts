import fs from 'node:fs';
import { chooseUser } from '@varco/server-kit/database/embedded-cluster.ts';
import { type EmbeddedPostgres, makeSocketDir, startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';

/** A server that ends this often within a minute of its start has something wrong that starting it again does not mend. */
const MAX_QUICK_ENDS = 3;
const QUICK_MS = 60_000;

/**
 * The demo's PostgreSQL, started again when it ends by itself: killed, or out of memory. It keeps its address, so the
 * servers find it again by themselves. `ended` resolves when it was stopped, or was given up.
 */
export async function startKeptPostgres(options: {
  dataDir: string;
  onEvent: (text: string) => void;
}): Promise<EmbeddedPostgres> {
  const { dataDir, onEvent } = options;
  const socketDir = await makeSocketDir(await chooseUser(dataDir));
  const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, socketDir, durable: true });
  const removeSocket = (): void => fs.rmSync(socketDir, { recursive: true, force: true });
  let isStopping = false;
  let server: EmbeddedPostgres;
  try {
    server = await start();
  } catch (error) {
    removeSocket();
    throw error;
  }

  const keep = async (): Promise<void> => {
    for (let quickEnds = 0; !isStopping;) {
      const startedAt = performance.now();
      await server.ended;
      if (isStopping) return;
      quickEnds = performance.now() - startedAt < QUICK_MS ? quickEnds + 1 : 0;
      if (quickEnds > MAX_QUICK_ENDS) return;
      onEvent('PostgreSQL ended by itself; starting it again.');
      server = await start();
      // Asked to stop while it was starting.
      if (isStopping) await server.stop();
    }
  };
  const ended = keep()
    .catch((error: unknown) => onEvent(`PostgreSQL does not start again: ${String(error)}`))
    .finally(removeSocket);
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
