import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ARCHIVE_FOLDER } from '../database/embedded-archive.ts';
import { getClusterFolder } from '../database/migrate-database.ts';
import type { Log } from '../log/log.ts';
import { getWalKey } from './backup-sets.ts';
import type { SealedStore } from './sealed-store.ts';

const EVERY_MS = 1_000;
const RETRY_MS = 10_000;

/** The store of the current period. */
export type FindStore = () => Promise<SealedStore>;

/** Brings every finished part of the log of changes into the store, oldest first; returns how many. */
export async function shipWal(dataDir: string, findStore: FindStore): Promise<number> {
  const folder = join(getClusterFolder(dataDir), ARCHIVE_FOLDER);
  const names = await listWaiting(folder);
  if (names.length === 0) return 0;
  // After the list: what is on it was finished before a period that begins now, whose backups do not need it.
  const store = await findStore();
  for (const name of names) {
    const file = join(folder, name);
    // Taken by another process meanwhile: it has put the same bytes.
    const bytes = await readFile(file).catch(() => null);
    if (bytes === null) continue;
    await store.put(getWalKey(name), bytes);
    await rm(file, { force: true });
  }
  return names.length;
}

async function listWaiting(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.endsWith('.part')).sort();
}

/** Seconds since the oldest part waits for the store; 0: none waits. */
async function measureWaiting(dataDir: string): Promise<number> {
  const folder = join(getClusterFolder(dataDir), ARCHIVE_FOLDER);
  const [oldest] = await listWaiting(folder);
  const found = oldest === undefined ? null : await stat(join(folder, oldest)).catch(() => null);
  return found === null ? 0 : Math.max(0, (Date.now() - found.mtimeMs) / 1_000);
}

export interface WalShipping {
  /** Seconds since the oldest part waits, as of the last look. */
  waitingSeconds(): number;
  stop(): Promise<void>;
}

/** Ships the log of changes while the server runs. A store that is away is one warning when it begins. */
export function startWalShipping(dataDir: string, findStore: FindStore, log: Log): WalShipping {
  const stopping = new AbortController();
  let waiting = 0;
  let isAway = false;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await shipWal(dataDir, findStore);
        if (isAway) log.info('backup store reached again');
        isAway = false;
      } catch (error) {
        if (!isAway) log.error('backup store not reached', { error });
        isAway = true;
      }
      waiting = await measureWaiting(dataDir);
      await delay(isAway ? RETRY_MS : EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    waitingSeconds: () => waiting,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
