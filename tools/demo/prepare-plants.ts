import pg from 'pg';
import type { EmbeddedPostgres } from '@varco/server-kit/database/embedded.ts';
import { prepareDatabase } from '@varco/server-kit/database/migrate-database.ts';
import { PLANT_MIGRATIONS } from '../../apps/plant-server/src/plant-database.ts';

/**
 * Makes the databases of new plants. The migrations run for the first one only and the others begin as its copies, because eight
 * times a hundred migrations were a third of the first start.
 * @param names databases, in any state: one that exists is migrated
 */
export async function preparePlantDatabases(postgres: EmbeddedPostgres, names: readonly string[]): Promise<void> {
  const [first, ...others] = names;
  if (first === undefined) return;
  await prepareDatabase(postgres, first, PLANT_MIGRATIONS);
  for (const name of others) {
    await copyDatabase(postgres, first, name);
    // Rights on a database are not copied with it.
    await prepareDatabase(postgres, name, PLANT_MIGRATIONS);
  }
}

async function copyDatabase(postgres: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const client = new pg.Client(postgres.url('postgres', 'admin'));
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [to]);
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(to)} template ${client.escapeIdentifier(from)}`);
  } finally {
    await client.end();
  }
}
