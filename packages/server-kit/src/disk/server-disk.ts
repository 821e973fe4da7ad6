import { join } from 'node:path';
import type { StorageVolume } from '@varco/contract/endpoint.ts';
import type { Log } from '../log/log.ts';
import { createDiskGuard, type DiskGuard } from './disk-guard.ts';

export interface ServerDiskOptions {
  readonly dataDir: string;
  /** False: the embedded database in the data folder. */
  readonly isDatabaseExternal: boolean;
  /** Folder of an external database on this machine; empty: unknown. */
  readonly databaseFolder: string;
  /** Folders of the other volumes. */
  readonly folders: Readonly<Partial<Record<Exclude<StorageVolume, 'database'>, string>>>;
  readonly reserveMb: number | null;
  readonly log: Log;
}

/**
 * Starts the disk guard of a server: its database with the log of changes, which may be on a disk of its own, and the
 * given folders. The embedded database has the ballast beside it.
 */
export async function startServerDisk(options: ServerDiskOptions): Promise<DiskGuard> {
  const { dataDir, isDatabaseExternal, databaseFolder } = options;
  const cluster = isDatabaseExternal ? databaseFolder : join(dataDir, 'postgres');
  const guard = createDiskGuard({
    volumes: {
      // An unknown database is known to be full by the statements that fail.
      database: cluster === '' ? [] : [cluster, join(cluster, 'pg_wal')],
      ...Object.fromEntries(Object.entries(options.folders).map(([name, folder]) => [name, [folder]])),
    },
    reserveMb: options.reserveMb,
    ballastPath: isDatabaseExternal ? null : join(dataDir, 'ballast'),
    log: options.log,
  });
  await guard.start();
  return guard;
}
