import { join } from 'node:path';
import { startSupervisedPostgres } from './supervised-postgres.ts';

export interface DatabaseOptions {
  /** Address of the server's database; empty: the embedded one. */
  readonly url: string;
  /** Address for migrations as the owning role; empty: the same. */
  readonly ownerUrl: string;
  /** Folder of the embedded cluster: `<dataDir>/postgres`. */
  readonly dataDir: string;
  /** Name of the database on the embedded server. */
  readonly name: string;
  readonly onLog?: (line: string) => void;
  /** Called when the embedded server ended by itself and is being restarted. */
  readonly onRestart?: () => void;
}

export interface StartedDatabase {
  /** For the server; this role owns nothing. */
  readonly url: string;
  /** For migrations. */
  readonly ownerUrl: string;
  /** Resolves with the reason when the embedded server cannot be restarted: the program must then end. */
  readonly lost: Promise<unknown>;
  /** Stops the embedded server; does nothing for an external one. */
  stop(): Promise<void>;
}

/**
 * Starts the database of a server: the configured one, or an embedded PostgreSQL. The rest of a program does not know
 * which. Throws `EmbeddedPostgresError` with a readable message.
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  if (options.url !== '') {
    const ownerUrl = options.ownerUrl === '' ? options.url : options.ownerUrl;
    return { url: options.url, ownerUrl, lost: new Promise(() => {}), stop: async () => {} };
  }
  const { onLog, onRestart } = options;
  const { promise: lost, resolve: onInputUp } = Promise.withResolvers<unknown>();
  const server = await startSupervisedPostgres({
    dataDir: join(options.dataDir, 'postgres'),
    ...(onLog === undefined ? {} : { onLog }),
    ...(onRestart === undefined ? {} : { onRestart }),
    onFailed: onInputUp,
  });
  await server.ensureDatabase(options.name);
  return {
    url: server.url(options.name, 'app'),
    ownerUrl: server.url(options.name, 'owner'),
    lost,
    stop: () => server.stop(),
  };
}
