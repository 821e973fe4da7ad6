import type { Pool, PoolClient } from 'pg';
import {
  exportSigningKey,
  generateSigningKey,
  importSigningKey,
  type SigningKey,
  type TokenKeyRing,
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
  /** Who added it; null: the server at a start, or somebody before this was stored. */
  readonly createdBy: string | null;
  readonly retiredAt: string | null;
  readonly retiredBy: string | null;
  /** Every process of the server has had the time to read it. */
  readonly isSettled: boolean;
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

/** Seconds from the creation of a key until every process of the server has read it: they read every ten seconds. */
export const KEY_SETTLING_S = 60;

interface KeyRow {
  readonly kid: string;
  readonly private_sealed: Buffer;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly retired_at: string | null;
  readonly retired_by: string | null;
  readonly is_settled: boolean;
}

/** A change of keys by somebody. */
export interface KeyChange {
  readonly by: string;
  /** Called with the key before the change is committed: what the log says about it is then durable. */
  readonly record: (key: SigningKey) => Promise<void>;
}

/** A retirement. */
export interface KeyRetirement extends KeyChange {
  /** Called with the keys in use, the newest first, before anything is retired; throws to refuse it. */
  readonly admit?: (inUse: readonly StoredKey[]) => Promise<void>;
}

/** Advisory lock (any constant) of every change of keys: processes that start at once must not both create the first. */
const KEY_LOCK = 8_212_101;

/**
 * The keys in use: the newest signs, the one before still verifies. Creates one in a new database and where all were
 * retired; processes that start at the same time end up with the same. Throws when a key was sealed with another secret.
 */
export async function loadKeyRing(pool: Pool, sealer: KeySealer, table: KeyTable): Promise<TokenKeyRing> {
  const stored = await readKeysInUse(pool, sealer, table);
  const found = stored.length > 0 ? stored : await createFirstKey(pool, sealer, table);
  const [newest, former] = found;
  if (newest === undefined) throw new Error('the server has no key');
  const previous = former?.key ?? null;
  return { current: newest.key, previous, tokenKey: newest.isSettled ? newest.key : (previous ?? newest.key) };
}

const createFirstKey = (pool: Pool, sealer: KeySealer, table: KeyTable): Promise<readonly UsedKey[]> =>
  changeKeys(pool, async (client) => {
    if ((await readKeysInUse(client, sealer, table)).length === 0) await insertKey(client, sealer, table, null);
    return readKeysInUse(client, sealer, table);
  });

/** A key ring that follows the database. */
export interface LiveKeyRing extends TokenKeyRing {
  /** Reads the keys again. A failure changes nothing. */
  refresh(): Promise<void>;
}

/** The keys in use, as `loadKeyRing` finds them now and with every `refresh`. */
export async function openKeyRing(pool: Pool, sealer: KeySealer, table: KeyTable): Promise<LiveKeyRing> {
  let ring = await loadKeyRing(pool, sealer, table);
  return {
    get current() {
      return ring.current;
    },
    get previous() {
      return ring.previous;
    },
    get tokenKey() {
      return ring.tokenKey;
    },
    async refresh() {
      ring = await loadKeyRing(pool, sealer, table);
    },
  };
}

/** Every key of a purpose, the newest first, retired ones too. */
export async function listKeys(pool: Pool, sealer: KeySealer, table: KeyTable): Promise<readonly StoredKey[]> {
  return (await readRows(pool, table)).map((row) =>
    toStoredKey(row, row.retired_at === null ? openKey(row, sealer, table) : tryOpenKey(row, sealer, table)),
  );
}

const toStoredKey = <K extends SigningKey | null>(row: KeyRow, key: K) => ({
  key,
  kid: row.kid,
  createdAt: row.created_at,
  createdBy: row.created_by,
  retiredAt: row.retired_at,
  retiredBy: row.retired_by,
  isSettled: row.is_settled,
});

/** A key that is not retired. */
type UsedKey = StoredKey & { readonly key: SigningKey };

/** Since when the newest key in use signs, and whether a former one is still accepted; null: there is none yet. */
export async function readKeyAge(
  pool: Pool,
  table: KeyTable,
): Promise<{ readonly createdAt: string; readonly hasFormer: boolean } | null> {
  const inUse = (await readRows(pool, table)).filter((row) => row.retired_at === null);
  const [newest] = inUse;
  return newest === undefined ? null : { createdAt: newest.created_at, hasFormer: inUse.length > 1 };
}

/** Adds a key, which signs at once, and tokens once it is settled; the one before still verifies. Throws `RotationError`. */
export function addKey(pool: Pool, sealer: KeySealer, table: KeyTable, change: KeyChange): Promise<SigningKey> {
  return changeKeys(pool, async (client) => {
    if ((await readKeysInUse(client, sealer, table)).length > 1) throw new RotationError('rotation-open');
    const added = await insertKey(client, sealer, table, change.by);
    await change.record(added);
    return added;
  });
}

/**
 * Retires every key in use but the newest: they verify nothing from the moment a process has read it. Throws
 * `RotationError` when there is no newer one, and what `admit` throws.
 */
export function retireFormerKeys(
  pool: Pool,
  sealer: KeySealer,
  table: KeyTable,
  { by, record, admit }: KeyRetirement,
): Promise<readonly SigningKey[]> {
  return changeKeys(pool, async (client) => {
    const inUse = await readKeysInUse(client, sealer, table);
    const former = inUse.slice(1).map(({ key }) => key);
    if (former.length === 0) throw new RotationError('only-key');
    await admit?.(inUse);
    for (const key of former) {
      await record(key);
      await client.query(
        `update ${table.table} set retired_at = clock_timestamp(), retired_by = $2 where kid = $1 ${filterPurpose(table)}`,
        [key.kid, by],
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
    `select kid, private_sealed, created_at, created_by, retired_at, retired_by,
        created_at <= clock_timestamp() - interval '${KEY_SETTLING_S} seconds' as is_settled
      from ${table.table} where true ${filterPurpose(table)} order by created_at desc, kid`,
  );
  return rows;
}

async function readKeysInUse(
  client: Pick<PoolClient, 'query'>,
  sealer: KeySealer,
  table: KeyTable,
): Promise<readonly UsedKey[]> {
  const rows = await readRows(client, table);
  return rows.filter((row) => row.retired_at === null).map((row) => toStoredKey(row, openKey(row, sealer, table)));
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

async function insertKey(
  client: PoolClient,
  sealer: KeySealer,
  table: KeyTable,
  by: string | null,
): Promise<SigningKey> {
  const key = generateSigningKey();
  const sealed = sealer.seal(table.sealContext(key.kid), exportSigningKey(key));
  const columns: readonly (readonly [string, string | Buffer | null])[] = [
    ['kid', key.kid],
    ['private_sealed', sealed],
    ['created_by', by],
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
