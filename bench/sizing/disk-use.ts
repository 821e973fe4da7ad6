import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

/** Bytes of the database, by what they are for. */
export interface DatabaseUse {
  readonly all: number;
  /** The transits themselves, without their indexes. */
  readonly transits: number;
  readonly transitIndexes: number;
  /** Everything else: sums over days and hours, plates, lists, log. */
  readonly others: number;
}

/**
 * Sizes of the tables and indexes of a plant, over all servers it is spread on. Months of transits are found by their
 * names, which on a cluster end with the number of the shard.
 */
export async function readDatabaseUse(...servers: readonly Client[]): Promise<DatabaseUse> {
  let [all, transits, transitIndexes] = [0, 0, 0];
  for (const server of servers) {
    const { rows } = await server.query<{ all: string; transits: string; indexes: string }>(
      `select pg_database_size(current_database()) as all,
              coalesce(sum(pg_table_size(oid)), 0) as transits, coalesce(sum(pg_indexes_size(oid)), 0) as indexes
       from pg_class where relkind = 'r' and relname ~ '^transit_[0-9]{4}_[0-9]{2}(_[0-9]+)?$'`,
    );
    all += Number(rows[0]?.all);
    transits += Number(rows[0]?.transits);
    transitIndexes += Number(rows[0]?.indexes);
  }
  if (transits === 0) throw new Error('no table of transits');
  return { all, transits, transitIndexes, others: all - transits - transitIndexes };
}

/** Bytes of write-ahead log written since the cluster was made. */
export async function readWalPosition(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`);
  return Number(rows[0]?.bytes);
}

/** Bytes of all files below a folder; 0 when it does not exist. */
export async function readFolderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
