import { SERVER_KEYS, type ServerKeyName, type ServerKeysReport } from '@varco/contract/server-keys.ts';
import type { Pool } from 'pg';
import { openAuditWriter } from '../audit/audit-writer.ts';
import { describeKey } from '../auth/joining-key.ts';
import { readServerSecret } from '../auth/server-secret.ts';
import { type SigningKey, toPublicJwk } from '../auth/signing-key.ts';
import type { DatabaseProgram } from '../database/migrate-database.ts';
import { createPool } from '../database/pool.ts';
import { useDatabase } from '../database/use-database.ts';
import {
  addKey,
  type KeySealer,
  listKeys,
  retireFormerKeys,
  RotationError,
  type StoredKey,
} from '../keys/key-store.repository.ts';
import { type KeyTable, TLOG_KEYS } from '../keys/key-table.ts';
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
  try {
    if (action !== 'list') await changeKey(server, { pool, sealer, action, name });
    return await reportKeys(server, pool, sealer);
  } finally {
    await pool.end();
    await used.stop();
  }
}

interface Change {
  readonly pool: Pool;
  readonly sealer: KeySealer;
  readonly action: string;
  readonly name: string;
}

async function changeKey(server: KeysOfServer, { pool, sealer, action, name }: Change): Promise<void> {
  const known = SERVER_KEYS.find((one) => one === name);
  if (known === undefined || (action !== 'add' && action !== 'retire'))
    throw new StartError(`The key must be one of ${SERVER_KEYS.join(', ')}.`);
  const identity = await server.readIdentity(pool);
  if (identity === null) throw new StartError('The server has not been set up yet.');
  const audit = await openAuditWriter({ pool, identity, onFailure: () => {} });
  const record = async ({ kid }: SigningKey): Promise<void> => {
    await audit.record({
      actor: { kind: 'system', id: null, name: COMMAND, group: null, level: null, session: null },
      from: { ip: null, client: null },
      ...{ req: null, action: `server-key.${action}` as const, outcome: 'ok', count: 1, bytes: null, reason: null },
      detail: { key: known, kid },
    });
  };
  const change = action === 'add' ? addKey : retireFormerKeys;
  try {
    await change(pool, sealer, getTable(server, known), record);
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

const getTable = (server: KeysOfServer, name: ServerKeyName): KeyTable =>
  name === 'server' ? server.table : TLOG_KEYS[name];

async function reportKeys(server: KeysOfServer, pool: Pool, sealer: KeySealer): Promise<ServerKeysReport> {
  const keys: ServerKeysReport['keys'] = [];
  for (const name of SERVER_KEYS) {
    const stored = await listKeys(pool, sealer, getTable(server, name));
    const signing = stored.find(({ retiredAt }) => retiredAt === null);
    for (const one of stored) keys.push({ name, ...describeStoredKey(one, one === signing) });
  }
  return { keys };
}

function describeStoredKey({ kid, key, createdAt, retiredAt }: StoredKey, isSigning: boolean) {
  const publicKey = key === null ? null : toPublicJwk(key.publicKey).x;
  return {
    ...{ kid, publicKey, createdAt, retiredAt },
    fingerprint: publicKey === null ? null : describeKey(Buffer.from(publicKey, 'base64url')),
    state: retiredAt !== null ? ('retired' as const) : isSigning ? ('signs' as const) : ('verifies' as const),
  };
}
