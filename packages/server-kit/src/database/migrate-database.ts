import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { databaseUrlField } from '../env/env-fields.ts';
import { type Environment, EnvError, readEnv } from '../env/read-env.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';
import { readDistribution } from './distribution.ts';
import { migrate, MigrationError, readMigrations } from './migrate.ts';

/** What a server's database is built by. */
export interface DatabaseProgram {
  /** Folders of the migrations, in order. */
  readonly migrations: readonly string[];
  /** Program that migrates; a server starts it when its embedded database is new or of an earlier version. */
  readonly migrateEntry: URL;
  /** What an operator runs: `varco migrate plant`. */
  readonly command: string;
  /** Name of the database on the embedded server. */
  readonly name: string;
}

/** Folder of the embedded cluster of a server. */
export const getClusterFolder = (dataDir: string): string => join(dataDir, 'postgres');

/** Creates a database if necessary and migrates it; returns the names of the applied migrations. */
export async function prepareDatabase(
  server: Pick<EmbeddedPostgres, 'url' | 'ensureDatabase'>,
  database: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  await server.ensureDatabase(database);
  const addresses = { ownerUrl: server.url(database, 'owner'), adminUrl: server.url(database, 'admin') };
  return migrate(addresses, await readMigrations(...folders), await readDistribution(...folders));
}

const buildMigrateEnv = (name: string) =>
  z.object({
    VARCO_DATA_DIR: z.string().default(''),
    VARCO_DATABASE_NAME: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,40}$/)
      .default(name),
    VARCO_DATABASE_URL: databaseUrlField,
    VARCO_DATABASE_OWNER_URL: databaseUrlField,
    VARCO_DATABASE_ADMIN_URL: databaseUrlField,
  });

/**
 * Migrates the database that the environment names: an external one with `VARCO_DATABASE_OWNER_URL`, else the embedded
 * one of `VARCO_DATA_DIR`, which must not be running. Returns the names of the applied migrations. Throws errors that
 * `startOrExplain` can put into words.
 */
export async function migrateFromEnvironment(
  { migrations, name }: DatabaseProgram,
  source: Environment,
): Promise<readonly string[]> {
  const env = readEnv(buildMigrateEnv(name), source);
  const { VARCO_DATABASE_OWNER_URL: ownerUrl, VARCO_DATABASE_ADMIN_URL: adminUrl } = env;
  if (ownerUrl !== '')
    return migrate(
      { ownerUrl, adminUrl: adminUrl === '' ? '' : moveToDatabase(adminUrl, ownerUrl) },
      await readMigrations(...migrations),
      await readDistribution(...migrations),
    );
  if (env.VARCO_DATABASE_URL !== '' || adminUrl !== '')
    throw new EnvError('VARCO_DATABASE_OWNER_URL is missing: the address of the role that owns the tables.');
  if (env.VARCO_DATA_DIR === '')
    throw new EnvError('VARCO_DATA_DIR is missing; for an external database, VARCO_DATABASE_OWNER_URL.');
  const server = await startEmbeddedPostgres({ dataDir: getClusterFolder(env.VARCO_DATA_DIR), durable: true });
  try {
    return await prepareDatabase(server, env.VARCO_DATABASE_NAME, migrations);
  } finally {
    await server.stop();
  }
}

/**
 * The superuser's address with the database of the owner's: an operator has one superuser for all databases of a
 * PostgreSQL, and in another database the log would be handed over where there is none.
 */
function moveToDatabase(adminUrl: string, ownerUrl: string): string {
  const address = new URL(adminUrl);
  address.pathname = new URL(ownerUrl).pathname;
  return address.href;
}

/** Environment variables that a migration started by a server gets beside its own: none of the server's secrets. */
const PASSED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'] as const;

/**
 * Migrates the embedded database in a process of its own, so that the caller never holds the password of another role.
 * Throws `MigrationError` with the line that process printed.
 */
export async function runMigrateProcess(program: DatabaseProgram, dataDir: string, name: string): Promise<void> {
  const passed = Object.fromEntries(PASSED_VARIABLES.map((variable) => [variable, process.env[variable]]));
  const child = spawn(process.execPath, [fileURLToPath(program.migrateEntry)], {
    env: { ...passed, VARCO_DATA_DIR: dataDir, VARCO_DATABASE_NAME: name },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${String(chunk)}`.slice(-4_000)));
  const code = await new Promise<number | null>((done) => {
    child.once('error', () => done(null));
    child.once('close', done);
  });
  if (code === 0) return;
  const line = said.trim().split('\n').at(-1) ?? '';
  throw new MigrationError(line === '' ? `The database could not be prepared. Run: ${program.command}` : line);
}
