import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { buildRoleUrl, type DatabaseRole } from './embedded-roles.ts';
import { getClusterFolder } from './migrate-database.ts';
import { startDatabase, type DatabaseOptions } from './start.ts';

/** Database of a server, for a short-lived program beside it. */
export interface UsedDatabase {
  /** As the serving role. */
  readonly url: string;
  /** Ends what was started for this program; the database of a running server goes on. */
  stop(): Promise<void>;
}

/**
 * The database of a server that may be running: its own one, else it is started for the time of this program, and migrated
 * first when it is new. Throws what `startDatabase` throws.
 */
export async function useDatabase(options: DatabaseOptions): Promise<UsedDatabase> {
  if (options.url === '') {
    const url = await findRunningAddress(options.dataDir, options.name ?? options.program.name);
    if (url !== null) return { url, stop: async () => {} };
  }
  return startDatabase(options);
}

/**
 * Address, as the serving role or another one, of the embedded database that a running server started on this data folder; null when
 * none answers. Its lock file has the folder of the socket in the fifth line.
 */
export async function findRunningAddress(
  dataDir: string,
  name: string,
  role: DatabaseRole = 'app',
): Promise<string | null> {
  const folder = getClusterFolder(dataDir);
  const lock = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const socketDir = lock.split('\n')[4] ?? '';
  if (socketDir === '') return null;
  const url = buildRoleUrl(folder, socketDir, name, role);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return url;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
