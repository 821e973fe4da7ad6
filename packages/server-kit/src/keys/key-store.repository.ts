import type { Pool, PoolClient } from 'pg';
import {
  exportSigningKey,
  generateSigningKey,
  importSigningKey,
  type KeyRing,
  type SigningKey,
} from '../auth/signing-key.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { KeyTable } from './key-table.ts';

/** Seals private keys with the secret of the server, which is not in the database. */
export interface KeySealer {
  seal(context: string, plain: Uint8Array): Buffer;
  open(context: string, sealed: Uint8Array): Buffer;
}

/** A key of a server, in use or retired. Instants are ISO. */
export interface StoredKey {
  readonly kid: string;
  /** Null for a retired key that was sealed with another secret: only its id is known. */
  readonly key: SigningKey | null;
  readonly createdAt: string;
  readonly retiredAt: string | null;
}

/** Why a key cannot be added or retired now. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
  readonly reason: 'rotation-open' | 'only-key';

  constructor(reason: 'rotation-open' | 'only-key') {
    super(reason === 'rotation-open' ? 'the former key is not retired yet' : 'there is no other key');
    this.reason = reason;
  }
}

interface KeyRow {
  readonly kid: string;
  readonly private_sealed: Buffer;
  readonly created_at: string;
  readonly retired_at: string | null;
}

/** Called with the key before the change is committed: what the log says about it is then durable. */
type RecordChange = (key: SigningKey) => Promise<void>;

/** Advisory lock (any constant) of every change of keys: processes that start at once must not both create the first. */
const KEY_LOCK = 8_212_101;

/**
 * The keys in use: the newest signs, the one before still verifies. Creates one in a new database and where all were
 * retired; processes that start at the same time end up with the same. Throws when a key was sealed with another secret.
 */
export async function loadKeyRing(pool: Pool, sealer: KeySealer, table: KeyTable): Promise<KeyRing> {
  const found = await readKeysInUse(pool, sealer, table);
  const [current, previous = null] =
    found.length > 0
      ? found
      : await changeKeys(pool, async (client) => {
          const stored = await readKeysInUse(client, sealer, table);
          return stored.length > 0 ? stored : [await insertKey(client, sealer, table)];
        });
  if (current === undefined) throw new Error('the server has no key');
  return { current, previous };
}

/** Every key of a purpose, the newest first, retired ones too. */
export async function listKeys(pool: Pool, sealer: KeySealer, table: KeyTable): Promise<readonly StoredKey[]> {
  return (await readRows(pool, table)).map((row) => ({
    kid: row.kid,
    key: row.retired_at === null ? openKey(row, sealer, table) : tryOpenKey(row, sealer, table),
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  }));
}

/** Since when the newest key in use signs, and whether a former one is still accepted; null: there is none yet. */
export async function readKeyAge(
  pool: Pool,
  table: KeyTable,
): Promise<{ readonly createdAt: string; readonly hasFormer: boolean } | null> {
  const inUse = (await readRows(pool, table)).filter((row) => row.retired_at === null);
  const [newest] = inUse;
  return newest === undefined ? null : { createdAt: newest.created_at, hasFormer: inUse.length > 1 };
}

/** Adds a key, which signs from the next start on; the one before still verifies. Throws `RotationError`. */
export function addKey(pool: Pool, sealer: KeySealer, table: KeyTable, record: RecordChange): Promise<SigningKey> {
  return changeKeys(pool, async (client) => {
    if ((await readKeysInUse(client, sealer, table)).length > 1) throw new RotationError('rotation-open');
    const added = await insertKey(client, sealer, table);
    await record(added);
    return added;
  });
}

/**
 * Retires every key in use but the newest: from the next start on they verify nothing. Throws `RotationError` when there
 * is no newer one.
 */
export function retireFormerKeys(
  pool: Pool,
  sealer: KeySealer,
  table: KeyTable,
  record: RecordChange,
): Promise<readonly SigningKey[]> {
  return changeKeys(pool, async (client) => {
    const [, ...former] = await readKeysInUse(client, sealer, table);
    if (former.length === 0) throw new RotationError('only-key');
    for (const key of former) {
      await record(key);
      await client.query(
        `update ${table.table} set retired_at = clock_timestamp() where kid = $1 ${filterPurpose(table)}`,
        [key.kid],
      );
    }
    return former;
  });
}

const changeKeys = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [KEY_LOCK]);
    return work(client);
  });

/** Condition on the purpose, in a table of several. It is one of two constants of this program. */
const filterPurpose = ({ purpose }: KeyTable): string => (purpose === null ? '' : `and purpose = '${purpose}'`);

/** Rows of a purpose, the newest first. */
async function readRows(client: Pick<PoolClient, 'query'>, table: KeyTable): Promise<readonly KeyRow[]> {
  const { rows } = await client.query<KeyRow>(
    `select kid, private_sealed, created_at, retired_at from ${table.table}
      where true ${filterPurpose(table)} order by created_at desc, kid`,
  );
  return rows;
}

async function readKeysInUse(
  client: Pick<PoolClient, 'query'>,
  sealer: KeySealer,
  table: KeyTable,
): Promise<readonly SigningKey[]> {
  const rows = await readRows(client, table);
  return rows.filter((row) => row.retired_at === null).map((row) => openKey(row, sealer, table));
}

const openKey = (row: KeyRow, sealer: KeySealer, table: KeyTable): SigningKey =>
  importSigningKey(sealer.open(table.sealContext(row.kid), row.private_sealed));

function tryOpenKey(row: KeyRow, sealer: KeySealer, table: KeyTable): SigningKey | null {
  try {
    return openKey(row, sealer, table);
  } catch {
    return null;
  }
}

async function insertKey(client: PoolClient, sealer: KeySealer, table: KeyTable): Promise<SigningKey> {
  const key = generateSigningKey();
  const sealed = sealer.seal(table.sealContext(key.kid), exportSigningKey(key));
  const columns: readonly (readonly [string, string | Buffer])[] = [
    ['kid', key.kid],
    ['private_sealed', sealed],
    ...(table.purpose === null ? [] : [['purpose', table.purpose] as const]),
    ...(table.publicHalf === null ? [] : [[table.publicHalf.column, table.publicHalf.format(key)] as const]),
  ];
  await client.query(
    `insert into ${table.table} (${columns.map(([name]) => name).join(', ')}, created_at)
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}, clock_timestamp())`,
    columns.map(([, value]) => value),
  );
  return key;
}
