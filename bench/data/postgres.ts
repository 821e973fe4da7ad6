import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';

export const DATABASE = 'varco_plant';

/** Settings of a machine with 8 GB for the database (storage design, part 6). */
const SERVING = {
  shared_buffers: '5GB',
  work_mem: '96MB',
  hash_mem_multiplier: '2',
  effective_cache_size: '7GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  shared_preload_libraries: 'pg_stat_statements',
};

/** Durability is off while loading, because an interrupted load is repeated from the start. */
const LOADING = {
  shared_buffers: '2GB',
  work_mem: '512MB',
  maintenance_work_mem: '1500MB',
  max_wal_size: '16GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
};

export const getPostgresFolder = (dataDir: string): string => join(dataDir, 'postgres');

/** Starts the product's own PostgreSQL on the benchmark data. When serving it is durable, as in a plant. */
export async function startPostgres(dataDir: string, what: 'serving' | 'loading'): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: getPostgresFolder(dataDir),
    durable: what === 'serving',
    settings: what === 'serving' ? SERVING : LOADING,
  });
}
