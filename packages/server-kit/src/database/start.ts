import { checkSchema } from './check-schema.ts';
import type { EmbeddedPostgres } from './embedded.ts';
import { hasPassword, isServable } from './embedded-roles.ts';
import { type DatabaseProgram, getClusterFolder, runMigrateProcess } from './migrate-database.ts';
import { MigrationError, readMigrations } from './migrate.ts';
import { startSupervisedPostgres } from './supervised-postgres.ts';

export interface DatabaseOptions {
  /** Address of the server's database; empty: the embedded one. */
  readonly url: string;
  /** Folder of the embedded cluster: `<dataDir>/postgres`. */
  readonly dataDir: string;
  /** Name of the database on the embedded server; default: that of the program. */
  readonly name?: string;
  readonly program: DatabaseProgram;
  /** True: the embedded server lays out its log of changes for the backups. */
  readonly archive?: boolean;
  readonly onLog?: (line: string) => void;
  /** Called when the embedded server ended by itself and is being restarted. */
  readonly onRestart?: () => void;
}

export interface StartedDatabase {
  /** For the server; this role owns nothing. */
  readonly url: string;
  /** Resolves with the reason when the embedded server cannot be restarted: the program must then end. */
  readonly lost: Promise<unknown>;
  /** Stops the embedded server; does nothing for an external one. */
  stop(): Promise<void>;
}

/**
 * Starts the database of a server, the configured one or an embedded PostgreSQL, and checks that it is at the version of
 * the program. An embedded one that is new or of an earlier version is migrated first, by a process of its own: this one
 * knows the password of the serving role only (ADR 0029). Throws `EmbeddedPostgresError` or `MigrationError` with a
 * readable message.
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  const { url, program } = options;
  const migrations = await readMigrations(...program.migrations);
  if (url !== '') {
    await checkSchema(url, migrations, program.command);
    return { url, lost: new Promise(() => {}), stop: async () => {} };
  }
  const name = options.name ?? program.name;
  const check = async (server: EmbeddedPostgres): Promise<void> =>
    checkSchema(server.url(name, 'app'), migrations, program.command);
  const { promise: lost, resolve: onLost } = Promise.withResolvers<unknown>();
  const cluster = getClusterFolder(options.dataDir);
  // A cluster of an earlier version has no role that begins backups.
  const isReady = (await isServable(cluster)) && (options.archive !== true || (await hasPassword(cluster, 'backup')));
  if (!isReady) await runMigrateProcess(program, options.dataDir, name);
  let server = await startServing(options, onLost);
  try {
    if (isReady && (await isBehind(() => check(server)))) {
      await server.stop();
      await runMigrateProcess(program, options.dataDir, name);
      server = await startServing(options, onLost);
    }
    await check(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: server.url(name, 'app'), lost, stop: () => server.stop() };
}

function startServing(options: DatabaseOptions, onFailed: (error: unknown) => void): Promise<EmbeddedPostgres> {
  const { onLog, onRestart, archive = false } = options;
  return startSupervisedPostgres({
    dataDir: getClusterFolder(options.dataDir),
    access: 'serve',
    archive,
    ...(onLog === undefined ? {} : { onLog }),
    ...(onRestart === undefined ? {} : { onRestart }),
    onFailed,
  });
}

/** Missing migrations, a missing database, or a password that is not that of the cluster: what a migration repairs. */
async function isBehind(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return false;
  } catch (error) {
    if (error instanceof MigrationError) return error.problem === 'behind';
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === '3D000' || code === '28P01';
  }
}
