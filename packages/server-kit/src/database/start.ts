import { join } from 'node:path';
import { startKeptPostgres } from './kept-postgres.ts';

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
  /** The embedded server ended by itself and is being started again. */
  readonly onRestart?: () => void;
}

export interface StartedDatabase {
  /** For the server: owns nothing. */
  readonly url: string;
  /** For migrations. */
  readonly ownerUrl: string;
  /** Resolves with the reason when the embedded server does not come back: a program then ends, for it cannot serve. */
  readonly lost: Promise<unknown>;
  /** Ends the embedded server; does nothing for one of others. */
  stop(): Promise<void>;
}

/**
 * The database of a server: the one configured, or an embedded PostgreSQL of its own. Nothing else of a program knows
 * which. Throws `EmbeddedPostgresError` in plain words.
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  if (options.url !== '') {
    const ownerUrl = options.ownerUrl === '' ? options.url : options.ownerUrl;
    return { url: options.url, ownerUrl, lost: new Promise(() => {}), stop: async () => {} };
  }
  const { onLog, onRestart } = options;
  const { promise: lost, resolve: onGivenUp } = Promise.withResolvers<unknown>();
  const server = await startKeptPostgres({
    dataDir: join(options.dataDir, 'postgres'),
    ...(onLog === undefined ? {} : { onLog }),
    ...(onRestart === undefined ? {} : { onRestart }),
    onGivenUp,
  });
  await server.ensureDatabase(options.name);
  return {
    url: server.url(options.name, 'app'),
    ownerUrl: server.url(options.name, 'owner'),
    lost,
    stop: () => server.stop(),
  };
}
