import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { KIT_MIGRATIONS } from '@varco/server-kit/database/migrate.ts';
import { prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { root } from '../checks/run-steps.ts';
import type { GeneratedFile } from './openapi.ts';
import { buildRowTypes, type Column } from './row-types.ts';

const servers = ['portal-server', 'plant-server'];

// Row types describe partitions and archive tables once, under their parent.
const columnsQuery = `
  select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as type_name,
    not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default,
    a.attidentity = 'a' or a.attgenerated <> '' as is_always_made
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname, a.attnum`;

// A foreign key whose columns do not lead an index makes every delete of the parent scan the child table.
const unindexedQuery = `
  select conrelid::regclass::text as table_name, conname as key_name
  from pg_constraint k
  where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
    select 1 from pg_index i
    where i.indrelid = k.conrelid and i.indpred is null
      and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
  order by 1, 2`;

/** Result of the current migrations of every server, read from an empty database. */
export interface MigratedServers {
  files: GeneratedFile[];
  unindexedKeys: string[];
}

/** Migrates an empty database for each server on a temporary PostgreSQL and reads its catalogue. */
export async function readMigratedServers(): Promise<MigratedServers> {
  const scratch = await mkdtemp(join(tmpdir(), 'varco-types-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(scratch, 'data'), durable: false });
  try {
    const result: MigratedServers = { files: [], unindexedKeys: [] };
    for (const server of servers) {
      const database = server.replace('-', '_');
      await prepareDatabase(postgres, database, [KIT_MIGRATIONS, join(root, 'apps', server, 'migrations')]);
      const { columns, unindexed } = await readCatalogue(postgres.url(database, 'owner'));
      result.files.push({ path: `apps/${server}/src/db.gen.ts`, text: buildRowTypes(columns) });
      result.unindexedKeys.push(...unindexed.map((key) => `${server}: ${key} has no index on its columns`));
    }
    return result;
  } finally {
    await postgres.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function readCatalogue(url: string): Promise<{ columns: Column[]; unindexed: string[] }> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const columns = await client.query<Column>(columnsQuery);
    const keys = await client.query<{ table_name: string; key_name: string }>(unindexedQuery);
    return {
      columns: columns.rows,
      unindexed: keys.rows.map((row) => `foreign key ${row.table_name}.${row.key_name}`),
    };
  } finally {
    await client.end();
  }
}
