import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Migrations of every server with a consultation log: the log, picture tickets, rate counters. */
export const KIT_MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** One forward-only migration: `0003-gate-notes.sql`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Database and program do not match; the message is for the person who starts it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Role of the running servers. Migrations run as another role, which owns the tables. */
export const APP_ROLE = 'varco_app';

/** Advisory lock (any constant): two programs that start at once must not both migrate. */
const MIGRATION_LOCK_KEY = 8_212_026;

/** Reads the migrations of the folders in order of folder, then name. Throws `MigrationError` on an invalid name. */
export async function readMigrations(...folders: readonly string[]): Promise<readonly Migration[]> {
  const out: Migration[] = [];
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of names) {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
        throw new MigrationError(`Migration file name is not NNNN-name.sql: ${name}`);
      const sql = await readFile(join(folder, name), 'utf8');
      out.push({ name, sql, checksum: createHash('sha256').update(sql).digest('hex') });
    }
  }
  const twice = out.find((one, index) => out.findIndex((other) => other.name === one.name) !== index);
  if (twice !== undefined) throw new MigrationError(`Two migrations are named ${twice.name}`);
  return out;
}

/** Hash over names and contents; names the test template. */
export function computeMigrationsChecksum(migrations: readonly Migration[]): string {
  const hash = createHash('sha256');
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`);
  return hash.digest('hex');
}

/**
 * Applies missing migrations, each file in one transaction, and returns their names. Throws `MigrationError` when the
 * database is newer than the program or an applied file was changed.
 */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<readonly string[]> {
  const client = new Client({ connectionString: url, application_name: 'varco migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())',
    );
    const rows = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration');
    checkMatches(rows.rows, migrations);
    const done = new Set(rows.rows.map((row) => row.name));
    const todo = migrations.filter((migration) => !done.has(migration.name));
    for (const migration of todo) await applyMigration(client, migration);
    await grantDefaultRights(client);
    return todo.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Grants reading and writing on every table without explicit grants. Tables for which a migration grants something
 * (the consultation log: append and read only) are left alone.
 */
async function grantDefaultRights(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; is_migration: boolean }>(
    `select quote_ident(c.relname) as name, c.relname = 'schema_migration' as is_migration
       from pg_class c join pg_roles r on r.rolname = $1
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and c.relowner = (select oid from pg_roles where rolname = current_user) and c.relowner <> r.oid
        and not exists (select 1 from aclexplode(c.relacl) g where g.grantee = r.oid)`,
    [APP_ROLE],
  );
  for (const { name, is_migration } of rows)
    await client.query(`grant ${is_migration ? 'select' : 'select, insert, update, delete'} on ${name} to ${APP_ROLE}`);
  if (rows.length > 0) await client.query(`grant usage on all sequences in schema public to ${APP_ROLE}`);
}

function checkMatches(applied: readonly { name: string; checksum: string }[], migrations: readonly Migration[]): void {
  for (const { name, checksum } of applied) {
    const ours = migrations.find((migration) => migration.name === name);
    if (ours === undefined)
      throw new MigrationError(
        `The database was used by a newer version of this program (it has step ${name}). Start that version, or restore an older backup.`,
      );
    if (ours.checksum !== checksum)
      throw new MigrationError(
        `Step ${name} of this program is not the one the database was built with. Restore the released program files.`,
      );
  }
}

async function applyMigration(client: Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(`Step ${migration.name} could not be applied; nothing of it was kept.`, { cause: error });
  }
}
