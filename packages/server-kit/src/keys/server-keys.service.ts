import {
  type ServerKeyInfo,
  type ServerKeyName,
  type ServerKeysReport,
  type ServerKeysView,
  type UnawarePortal,
  SERVER_KEYS,
} from '@varco/contract/server-keys.ts';
import type { Pool } from 'pg';
import { describeKey } from '../auth/joining-key.ts';
import { type SigningKey, toPublicJwk } from '../auth/signing-key.ts';
import { AppError } from '../errors/app-error.ts';
import {
  addKey,
  KEY_SETTLING_S,
  type KeySealer,
  listKeys,
  retireFormerKeys,
  RotationError,
  type StoredKey,
} from './key-store.repository.ts';
import { type KeyTable, TLOG_KEYS } from './key-table.ts';

/** Where the keys of a server are. */
export interface ServerKeyStore {
  readonly pool: Pool;
  readonly sealer: KeySealer;
  /** Of the keys of the server itself. */
  readonly table: KeyTable;
}

/** A key that was just added, and since when the other servers can know it. */
export interface NewestKey {
  readonly name: ServerKeyName;
  /** Raw public key, base64url. */
  readonly publicKey: string;
  /** ISO instant from which every process of this server uses it. */
  readonly inUseFrom: string;
}

/** Portals that do not know the newest key yet. */
type FindUnaware = (newest: NewestKey) => Promise<readonly UnawarePortal[]>;

/** What the log says of a change. */
export interface KeyChangeDetail {
  readonly key: ServerKeyName;
  readonly kid: string;
  readonly fingerprint: string;
  readonly [other: string]: unknown;
}

interface Author {
  readonly by: string;
  /** Resolves when the entry of the consultation log is durable. */
  readonly record: (detail: KeyChangeDetail) => Promise<void>;
}

/** Adds a key to a server. Throws `RotationError`. */
export async function addServerKey(store: ServerKeyStore, name: ServerKeyName, author: Author): Promise<void> {
  await addKey(store.pool, store.sealer, getTable(store, name), toChange(name, author));
}

/** Retires the former keys of a name, without looking who knows the new one. Throws `RotationError`. */
export async function retireServerKeys(store: ServerKeyStore, name: ServerKeyName, author: Author): Promise<void> {
  await retireFormerKeys(store.pool, store.sealer, getTable(store, name), toChange(name, author));
}

/** The keys of a running server. */
interface RunningKeys {
  readonly store: ServerKeyStore;
  /** Portals that must know the newest key and do not. */
  readonly findUnaware: FindUnaware;
  /** Lets this process use the changed keys; others follow by themselves. */
  readonly refresh: () => Promise<void>;
}

/** What administrators do with the keys of a running server: each returns the keys after it. */
export interface KeyChanges {
  view(): Promise<ServerKeysView>;
  /** Throws `conflict` / `key_change_open` while there is a former key. */
  add(name: ServerKeyName, author: Author): Promise<ServerKeysView>;
  /** Throws `not_found` for a key that is not the former one of this name, `conflict` with a reason. */
  retire(former: FormerKey, author: Author): Promise<ServerKeysView>;
}

interface FormerKey {
  readonly name: ServerKeyName;
  readonly kid: string;
}

/** Changes of keys in a page: a former key is not retired before the new one is in use and known (ADR 0036). */
export function createKeyChanges({ store, findUnaware, refresh }: RunningKeys): KeyChanges {
  const change = async (work: () => Promise<void>): Promise<ServerKeysView> => {
    await work().catch((error: unknown) => {
      throw error instanceof RotationError ? new AppError('conflict', { sub: SUB_CODES[error.reason] }) : error;
    });
    await refresh();
    return viewServerKeys(store, findUnaware);
  };
  return {
    view: () => viewServerKeys(store, findUnaware),
    add: (name, author) => change(() => addServerKey(store, name, author)),
    retire: (former, author) => change(() => retireKnownKey(store, former, author, findUnaware)),
  };
}

const SUB_CODES = { 'rotation-open': 'key_change_open', 'only-key': 'only_key' } as const;

async function retireKnownKey(
  store: ServerKeyStore,
  { name, kid }: FormerKey,
  author: Author,
  findUnaware: FindUnaware,
): Promise<void> {
  const admit = async (inUse: readonly StoredKey[]): Promise<void> => {
    const [newest, ...former] = inUse;
    if (newest === undefined || !former.some((one) => one.kid === kid)) throw new AppError('not_found');
    if (!newest.isSettled) throw new AppError('conflict', { sub: 'key_not_in_use' });
    if ((await findUnaware(toNewest(name, newest))).length > 0)
      throw new AppError('conflict', { sub: 'key_not_known' });
  };
  await retireFormerKeys(store.pool, store.sealer, getTable(store, name), { ...toChange(name, author), admit });
}

/** The keys of a server for `varco keys`: the newest of each name first, retired ones too. */
export async function reportServerKeys(store: ServerKeyStore): Promise<ServerKeysReport> {
  const keys: ServerKeysReport['keys'] = [];
  for (const name of SERVER_KEYS) {
    for (const { stored, publicKey, state } of await readNamed(store, name))
      keys.push({
        ...{ name, state, publicKey, fingerprint: publicKey === null ? null : toFingerprint(publicKey) },
        ...{ kid: stored.kid, createdAt: stored.createdAt, retiredAt: stored.retiredAt },
      });
  }
  return { keys };
}

/** The keys with what a retirement still waits for. */
async function viewServerKeys(store: ServerKeyStore, findUnaware: FindUnaware): Promise<ServerKeysView> {
  const keys: ServerKeyInfo[] = [];
  for (const name of SERVER_KEYS) {
    const named = await readNamed(store, name);
    const newest = named.find(({ state }) => state === 'signs')?.stored;
    const hasFormer = named.some(({ state }) => state === 'verifies');
    const unaware = newest === undefined || !hasFormer ? [] : await findUnaware(toNewest(name, newest));
    for (const { stored, publicKey, state } of named.slice(0, MAX_LISTED))
      keys.push({
        ...{ name, state, kid: stored.kid, fingerprint: publicKey === null ? null : toFingerprint(publicKey) },
        ...{ created: stored.createdAt, created_by: stored.createdBy },
        ...{ retired: stored.retiredAt, retired_by: stored.retiredBy },
        // The first key of a server has nothing to wait for.
        in_use: stored.isSettled || !hasFormer,
        retirement:
          state === 'verifies' ? { waits: newest !== undefined && !newest.isSettled, unaware: [...unaware] } : null,
      });
  }
  return { keys };
}

/** Keys of one name that are listed: those of decades. */
const MAX_LISTED = 30;

const getTable = ({ table }: ServerKeyStore, name: ServerKeyName): KeyTable =>
  name === 'server' ? table : TLOG_KEYS[name];

const toChange = (key: ServerKeyName, { by, record }: Author) => ({
  by,
  record: (changed: SigningKey) =>
    record({ key, kid: changed.kid, fingerprint: toFingerprint(toPublicJwk(changed.publicKey).x) }),
});

const toFingerprint = (publicKey: string): string => describeKey(Buffer.from(publicKey, 'base64url'));

const toNewest = (name: ServerKeyName, { key, createdAt }: StoredKey): NewestKey => ({
  name,
  publicKey: key === null ? '' : toPublicJwk(key.publicKey).x,
  inUseFrom: new Date(Date.parse(createdAt) + KEY_SETTLING_S * 1_000).toISOString(),
});

async function readNamed(store: ServerKeyStore, name: ServerKeyName) {
  const all = await listKeys(store.pool, store.sealer, getTable(store, name));
  const signing = all.find(({ retiredAt }) => retiredAt === null);
  return all.map((stored) => ({
    stored,
    publicKey: stored.key === null ? null : toPublicJwk(stored.key.publicKey).x,
    state:
      stored.retiredAt !== null
        ? ('retired' as const)
        : stored === signing
          ? ('signs' as const)
          : ('verifies' as const),
  }));
}
