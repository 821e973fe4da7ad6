import { type ManagedKey, MAX_PORTAL_KEYS, type PortalKeyType } from '@varco/contract/portal/keys.ts';
import type { VaultBlob } from '@varco/contract/vault.ts';
import { type Selectable, sql } from 'kysely';
import type { Db, PortalKeyTable, Tx } from '../../db.ts';

/** A key without its hash. */
export type KeyRow = Omit<Selectable<PortalKeyTable>, 'secret_hash'>;

const KEY_COLUMNS = [
  'portal_key.id',
  'portal_key.name',
  'portal_key.kind',
  'portal_key.prefix',
  'portal_key.is_enabled',
  'portal_key.created_at',
  'portal_key.updated_at',
  'portal_key.created_by',
  'portal_key.expires_at',
  'portal_key.last_used_at',
] as const;

/** Keys assigned to a person, newest first. */
export const findKeysOfUser = (db: Db, userId: number): Promise<KeyRow[]> =>
  db
    .selectFrom('portal_key_user')
    .innerJoin('portal_key', 'portal_key.id', 'portal_key_user.key_id')
    .where('portal_key_user.user_id', '=', userId)
    .select(KEY_COLUMNS)
    .orderBy('portal_key.created_at', 'desc')
    .orderBy('portal_key.id')
    .limit(MAX_PORTAL_KEYS)
    .execute();

/** The sealed vault of a person; undefined: none yet. */
export async function findVaultOfUser(db: Db, userId: number): Promise<VaultBlob | undefined> {
  const row = await db.selectFrom('vault').where('user_id', '=', userId).select('peer_creds').executeTakeFirst();
  return row?.peer_creds;
}

/** All keys with the users who answer for them, newest first; of one key only when `id` is given. */
export const findKeys = (db: Db | Tx, id?: string) =>
  db
    .selectFrom('portal_key')
    .select([
      ...KEY_COLUMNS,
      sql<ManagedKey['users']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username) order by lower(u.username))
        from portal_key_user ku join portal_user u on u.id = ku.user_id where ku.key_id = portal_key.id), '[]')`.as(
        'users',
      ),
    ])
    .$if(id !== undefined, (query) => query.where('portal_key.id', '=', id ?? ''))
    .orderBy('portal_key.created_at', 'desc')
    .orderBy('portal_key.id')
    .limit(MAX_PORTAL_KEYS)
    .execute();

/** Number of keys; making keys is serialised by the lock it takes until the transaction ends. */
export async function countKeysLocked(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('portal_key'))`.execute(tx);
  const { n } = await tx
    .selectFrom('portal_key')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export interface NewKey {
  readonly id: string;
  readonly name: string;
  readonly kind: PortalKeyType;
  readonly prefix: string;
  readonly secret_hash: Buffer;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
}

export const insertKey = (tx: Tx, key: NewKey): Promise<unknown> => tx.insertInto('portal_key').values(key).execute();

/** False: there is no such key. */
export async function changeKey(
  tx: Tx,
  id: string,
  change: { readonly name: string; readonly is_enabled: boolean; readonly updated_at: string },
): Promise<boolean> {
  const result = await tx.updateTable('portal_key').set(change).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Replaces the users of a key; false: one of them does not exist, and nothing was changed. */
export async function setKeyUsers(tx: Tx, id: string, users: readonly number[]): Promise<boolean> {
  const ids = [...new Set(users)];
  const found =
    ids.length === 0 ? [] : await tx.selectFrom('portal_user').where('id', 'in', ids).select('id').execute();
  if (found.length < ids.length) return false;
  await tx.deleteFrom('portal_key_user').where('key_id', '=', id).execute();
  if (ids.length > 0)
    await tx
      .insertInto('portal_key_user')
      .values(ids.map((userId) => ({ key_id: id, user_id: userId })))
      .execute();
  return true;
}

/** False: there is no such key. */
export async function removeKey(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('portal_key').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** The key of this hash if it may be used now. */
export const findUsableKey = (db: Db, secretHash: Buffer, now: string) =>
  db
    .selectFrom('portal_key')
    .where('secret_hash', '=', secretHash)
    .where('is_enabled', '=', true)
    .where('expires_at', '>', now)
    .select(['id', 'name', 'kind', 'last_used_at'])
    .executeTakeFirst();

/** Notes that a key was used, at most once a minute: polling must not write at every call. */
export async function noteKeyUse(db: Db, id: string, now: string): Promise<void> {
  await sql`update portal_key set last_used_at = ${now}::timestamptz
    where id = ${id} and (last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute')`.execute(
    db,
  );
}
