import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

interface Table {
  readonly name: string;
  readonly columns: string;
}

/**
 * Copies all rows of a plant into a migrated, empty database of a cluster, through the coordinator, which sends each to its
 * shard. Both connections are a superuser's, who alone may read and write the
 * consultation log. Returns the number of transits.
 */
export async function copyDatabase(source: Client, target: Client, say: (text: string) => void): Promise<number> {
  await createMonths(source, target);
  const tables = await listTables(source);
  // Rows that migrations inserted come again. Citus empties shards by a trigger, which a replica would not run.
  const spread = await listSpread(target);
  await target.query(`truncate ${spread.join(', ')} cascade`);
  // Rows come in any order of tables.
  await target.query('set session_replication_role = replica');
  const others = tables.map(({ name }) => name).filter((name) => !spread.includes(name));
  await target.query(`truncate ${others.join(', ')} cascade`);
  for (const { name, columns } of tables) {
    const rows = source.query(copyTo(`copy (select ${columns} from ${name}) to stdout (format binary)`));
    await pipeline(rows, target.query(copyFrom(`copy ${name} (${columns}) from stdin (format binary)`)));
  }
  await copySequences(source, target);
  say('vacuuming the copy and collecting statistics');
  await target.query('vacuum (analyze)');
  const { rows } = await target.query<{ n: string }>('select count(*) as n from transit');
  return Number(rows[0]?.n);
}

/** Creates the months that the source has, which may be older than those a plant makes in advance. */
async function createMonths(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ month: string; parent: string; bounds: string }>(
    `select c.relname as month, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  await target.query('set role varco_owner');
  for (const { month, parent, bounds } of rows)
    await target.query(`create table if not exists ${month} partition of ${parent} ${bounds}`);
  await target.query('reset role');
}

async function listTables(source: Client): Promise<readonly Table[]> {
  const { rows } = await source.query<Table>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migration'
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** Tables that the cluster has on several servers. */
async function listSpread(target: Client): Promise<readonly string[]> {
  const { rows } = await target.query<{ name: string }>(
    `select p.logicalrelid::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where not c.relispartition`,
  );
  return rows.map(({ name }) => name);
}

/** New rows of the copy must not take numbers that the copied ones have. */
async function copySequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; value: string }>(
    `select quote_ident(sequencename) as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, value } of rows) await target.query('select setval($1::regclass, $2)', [name, value]);
}
