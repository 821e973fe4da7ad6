import type { ClientBase } from 'pg';
import type { Distribution } from './distribution.ts';

/**
 * Shards for each server that holds rows, so that servers added later find some to take over. Few: every search without a
 * plate asks each shard.
 */
const SHARDS_PER_SERVER = 4;

/** True when the database is spread over the servers of a Citus cluster. */
export async function isCluster(client: ClientBase): Promise<boolean> {
  const found = await client.query("select 1 from pg_extension where extname = 'citus'");
  return found.rowCount !== null && found.rowCount > 0;
}

/**
 * Spreads the tables of a cluster that are not spread yet, with the rows they hold; those stay readable meanwhile, writing
 * waits. Returns their names; none on a plain PostgreSQL. Run as the owner of the tables, after every migration.
 */
export async function distributeTables(owner: ClientBase, tables: Distribution): Promise<readonly string[]> {
  if (!(await isCluster(owner))) return [];
  const { rows } = await owner.query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition');
  const done = new Set(rows.map(({ name }) => name));
  const shards = await countShards(owner);
  const spread: string[] = [];
  for (const table of tables.reference) {
    if (done.has(table)) continue;
    await owner.query('select create_reference_table($1)', [table]);
    spread.push(table);
  }
  const [first] = Object.keys(tables.distributed);
  for (const [table, column] of Object.entries(tables.distributed)) {
    if (done.has(table)) continue;
    await (table === first
      ? owner.query("select create_distributed_table($1, $2, colocate_with := 'none', shard_count := $3)", [
          table,
          column,
          shards,
        ])
      : owner.query('select create_distributed_table($1, $2, colocate_with := $3)', [table, column, first]));
    spread.push(table);
  }
  // Rows from before would stay as bytes in the coordinator's own files, which no deletion reaches.
  for (const table of spread) await owner.query('select truncate_local_data_after_distributing_table($1)', [table]);
  return spread;
}

async function countShards(owner: ClientBase): Promise<number> {
  const { rows } = await owner.query<{ servers: number }>(
    'select count(*)::int as servers from pg_dist_node where isactive and shouldhaveshards',
  );
  return Math.max(1, rows[0]?.servers ?? 1) * SHARDS_PER_SERVER;
}
