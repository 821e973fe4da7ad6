import { SERVER_KEYS, type ServerKeysReport } from '@varco/contract/server-keys.ts';
import type { Pool } from 'pg';
import { openAuditWriter } from '../audit/audit-writer.ts';
import { readServerSecret } from '../auth/server-secret.ts';
import type { DatabaseProgram } from '../database/migrate-database.ts';
import { createPool } from '../database/pool.ts';
import { useDatabase } from '../database/use-database.ts';
import { type KeySealer, RotationError } from '../keys/key-store.repository.ts';
import type { KeyTable } from '../keys/key-table.ts';
import {
  addServerKey,
  type KeyChangeDetail,
  reportServerKeys,
  retireServerKeys,
  type ServerKeyStore,
} from '../keys/server-keys.service.ts';
import { startOrExplain, StartError } from './start-or-explain.ts';

const COMMAND = 'varco keys';

/** What the program needs of its server. */
export interface KeysOfServer {
  readonly program: DatabaseProgram;
  readonly env: {
    readonly VARCO_DATA_DIR: string;
    readonly VARCO_DATABASE_URL: string;
    readonly VARCO_DATABASE_NAME?: string;
  };
  readonly table: KeyTable;
  readonly createSealer: (secret: Uint8Array) => KeySealer;
  /** Host name and uuid under which the server writes its log; null: it was not set up yet. */
  readonly readIdentity: (pool: Pool) => Promise<{ readonly host: string; readonly log: string } | null>;
}

/**
 * The whole program behind `varco keys`: lists the keys of a server, adds one or retires the former ones, and prints one
 * line of JSON. Arguments: `list`, or `add` or `retire` with a name. Each change has an entry in the consultation log.
 */
export async function runKeysProgram(readServer: () => KeysOfServer): Promise<void> {
  await startOrExplain(COMMAND, async () => {
    const [action = '', name = ''] = process.argv.slice(2);
    const report = await manageKeys(readServer(), action, name);
    process.stdout.write(`${JSON.stringify(report)}\n`);
  });
}

async function manageKeys(server: KeysOfServer, action: string, name: string): Promise<ServerKeysReport> {
  const { VARCO_DATA_DIR: dataDir, VARCO_DATABASE_URL: url, VARCO_DATABASE_NAME: database } = server.env;
  const sealer = server.createSealer(await readServerSecret(dataDir));
  const used = await useDatabase({
    url,
    dataDir,
    program: server.program,
    ...(database === undefined ? {} : { name: database }),
  });
  const pool = createPool({ url: used.url, applicationName: COMMAND, max: 2, onError: () => {} });
  const store = { pool, sealer, table: server.table };
  try {
    if (action !== 'list') await changeKey(server, store, action, name);
    return await reportServerKeys(store);
  } finally {
    await pool.end();
    await used.stop();
  }
}

/** A retirement here asks nobody: it is the way out when others know the former key (ADR 0036). */
async function changeKey(server: KeysOfServer, store: ServerKeyStore, action: string, name: string): Promise<void> {
  const known = SERVER_KEYS.find((one) => one === name);
  if (known === undefined || (action !== 'add' && action !== 'retire'))
    throw new StartError(`The key must be one of ${SERVER_KEYS.join(', ')}.`);
  const identity = await server.readIdentity(store.pool);
  if (identity === null) throw new StartError('The server has not been set up yet.');
  const audit = await openAuditWriter({ pool: store.pool, identity, onFailure: () => {} });
  const record = async (detail: KeyChangeDetail): Promise<void> => {
    await audit.record({
      actor: { kind: 'system', id: null, name: COMMAND, group: null, level: null, session: null },
      from: { ip: null, client: null },
      ...{ req: null, action: `server-key.${action}` as const, outcome: 'ok', count: 1, bytes: null, reason: null },
      detail,
    });
  };
  const change = action === 'add' ? addServerKey : retireServerKeys;
  try {
    await change(store, known, { by: COMMAND, record });
  } catch (error) {
    throw error instanceof RotationError ? new StartError(REFUSALS[error.reason]) : error;
  } finally {
    await audit.close();
  }
}

const REFUSALS: Readonly<Record<RotationError['reason'], string>> = {
  'rotation-open': 'There is a former key already: retire it first.',
  'only-key': 'There is no other key: add one first.',
};
