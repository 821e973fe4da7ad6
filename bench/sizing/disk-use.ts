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

/** Sizes of the tables and indexes of a plant. */
export async function readDatabaseUse(owner: Client): Promise<DatabaseUse> {
  const { rows } = await owner.query<{ all: string; transits: string; indexes: string }>(
    `select pg_database_size(current_database()) as all,
            sum(pg_table_size(relid)) as transits, sum(pg_indexes_size(relid)) as indexes
     from pg_partition_tree('transit')`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('no table of transits');
  const [all, transits, transitIndexes] = [Number(row.all), Number(row.transits), Number(row.indexes)];
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
