import { join } from 'node:path';
import { startEmbeddedPostgres } from './embedded.ts';

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
}

export interface StartedDatabase {
  /** For the server: owns nothing. */
  readonly url: string;
  /** For migrations. */
  readonly ownerUrl: string;
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
    return { url: options.url, ownerUrl, stop: async () => {} };
  }
  const server = await startEmbeddedPostgres({
    dataDir: join(options.dataDir, 'postgres'),
    durable: true,
    ...(options.onLog === undefined ? {} : { onLog: options.onLog }),
  });
  await server.ensureDatabase(options.name);
  return {
    url: server.url(options.name, 'app'),
    ownerUrl: server.url(options.name, 'owner'),
    stop: () => server.stop(),
  };
}
