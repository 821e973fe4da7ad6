import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type ClientBase } from 'pg';
import { distributeTables } from './distribute.repository.ts';
import type { Distribution } from './distribution.ts';
import { findLogFaults, findMigratingRole, handOverLog, limitMigratingRole } from './log-owner.repository.ts';

/** Migrations of every server with a consultation log: the log, picture tickets, rate counters. */
export const KIT_MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** One forward-only migration: `0003-gate-notes.sql`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** The step changes the consultation log and is applied as the role that owns it, over the superuser's connection. */
  readonly isOfLog?: boolean;
}

/** Database and program do not match; the message is for the person who starts it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  /** `behind`: a migration repairs it. */
  readonly problem: 'behind' | 'other';

  constructor(message: string, problem: 'behind' | 'other' = 'other', options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** Role of the running servers. Migrations run as another role, which owns the tables. */
export const APP_ROLE = 'varco_app';

/** First line of a migration that changes the consultation log. */
const LOG_STEP = '-- role: varco_log\n';

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
      const checksum = createHash('sha256').update(sql).digest('hex');
      out.push({ name, sql, checksum, ...(sql.startsWith(LOG_STEP) ? { isOfLog: true } : {}) });
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

/** Connections that a migration uses. */
export interface MigrationAddresses {
  /** Role that owns the tables. */
  readonly ownerUrl: string;
  /** Superuser, who hands the consultation log over to its own role; empty: the owner, if it may. */
  readonly adminUrl: string;
}

/**
 * Brings a database to the version of the program: takes it from the migrating role, applies the missing migrations, each
 * file in one transaction, and gives the consultation log to a role nobody signs in with (ADR 0029). Returns the names of
 * the applied migrations. Throws `MigrationError` when the database is newer than the program, an applied file was
 * changed, or the log could still be changed by the migrating role. On a cluster the tables of `distribution` are then
 * spread over its servers.
 */
export async function migrate(
  { ownerUrl, adminUrl }: MigrationAddresses,
  migrations: readonly Migration[],
  distribution: Distribution | null = null,
): Promise<readonly string[]> {
  return withClient(ownerUrl, async (owner) => {
    await owner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    const applied =
      adminUrl === ''
        ? await migrateWith(owner, (await isSuperuser(owner)) ? owner : null, migrations)
        : await withClient(adminUrl, (admin) => migrateWith(owner, admin, migrations));
    if (distribution !== null) await distributeTables(owner, distribution);
    return applied;
  });
}

async function migrateWith(
  owner: Client,
  admin: Client | null,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const role = await getRole(owner);
  if (role === APP_ROLE)
    throw new MigrationError(
      `VARCO_DATABASE_OWNER_URL signs in as ${APP_ROLE}, the role of the server. Use the role that owns the tables.`,
    );
  if (admin !== null && admin !== owner) await limitMigratingRole(admin, role);
  await owner.query(
    'create table if not exists public.schema_migration (name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())',
  );
  const applied = await readApplied(owner);
  checkMatches(applied, migrations);
  const done = new Set(applied.map((row) => row.name));
  const todo = migrations.filter((migration) => !done.has(migration.name));
  for (const migration of todo) await applyMigration(owner, admin, migration);
  await grantDefaultRights(owner);
  if (admin !== null) await handOverLog(admin, role);
  await checkHandedOver(owner, admin !== null);
  return todo.map((migration) => migration.name);
}

/** The log must be out of reach of the migrating role, unless that role is the superuser, who reaches everything. */
async function checkHandedOver(owner: Client, wasTried: boolean): Promise<void> {
  if (await isSuperuser(owner)) return;
  const faults = await findLogFaults(owner, (await findMigratingRole(owner)) ?? '');
  if (faults.length === 0) return;
  throw new MigrationError(
    wasTried
      ? `The consultation log could still be changed (${faults.join(', ')}): VARCO_DATABASE_ADMIN_URL must sign in as a superuser.`
      : `The consultation log could still be changed by the migrating role (${faults.join(', ')}). Migrate once more with VARCO_DATABASE_ADMIN_URL, the address of a superuser.`,
  );
}

const isSuperuser = async (client: Client): Promise<boolean> =>
  ((await client.query('select 1 from pg_roles where rolname = current_user and rolsuper')).rowCount ?? 0) > 0;

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'varco migrate' });
  // Connection lost while idle: the next statement fails and reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The migrations a database has. */
export const readApplied = async (client: ClientBase): Promise<readonly AppliedMigration[]> =>
  (await client.query<AppliedMigration>('select name, checksum from public.schema_migration')).rows;

interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
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

/** Throws `MigrationError` when the database is newer than the program or an applied file was changed. */
export function checkMatches(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
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

async function applyMigration(owner: Client, admin: Client | null, migration: Migration): Promise<void> {
  const isOfLog = migration.isOfLog === true;
  if (isOfLog && admin === null)
    throw new MigrationError(
      `Step ${migration.name} changes the consultation log: migrate with VARCO_DATABASE_ADMIN_URL, the address of a superuser.`,
    );
  const client = isOfLog && admin !== null ? admin : owner;
  // Before its first hand-over the log belongs to the migrating role.
  if (isOfLog && admin !== null) await handOverLog(admin, await getRole(owner));
  await client.query('begin');
  try {
    if (isOfLog) await client.query('set local role varco_log');
    await client.query(migration.sql);
    if (isOfLog) await client.query('reset role');
    await client.query('insert into public.schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(`Step ${migration.name} could not be applied; nothing of it was kept.`, 'other', {
      cause: error,
    });
  }
}

const getRole = async (client: Client): Promise<string> =>
  (await client.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? '';
