import type { Selectable } from 'kysely';
import type { VaultBlob } from '@varco/contract/vault.ts';
import type { Db, PortalKeyTable } from '../../db.ts';

const MAX_LISTED_KEYS = 200;

/** Keys assigned to a person, newest first, without their hashes. */
export const findKeysOfUser = (db: Db, userId: number): Promise<Omit<Selectable<PortalKeyTable>, 'secret_hash'>[]> =>
  db
    .selectFrom('portal_key_user')
    .innerJoin('portal_key', 'portal_key.id', 'portal_key_user.key_id')
    .where('portal_key_user.user_id', '=', userId)
    .select([
      'portal_key.id',
      'portal_key.name',
      'portal_key.kind',
      'portal_key.prefix',
      'portal_key.is_enabled',
      'portal_key.created_at',
      'portal_key.updated_at',
    ])
    .orderBy('portal_key.created_at', 'desc')
    .orderBy('portal_key.id')
    .limit(MAX_LISTED_KEYS)
    .execute();

/** The sealed vault of a person; undefined: none yet. */
export async function findVaultOfUser(db: Db, userId: number): Promise<VaultBlob | undefined> {
  const row = await db.selectFrom('vault').where('user_id', '=', userId).select('peer_creds').executeTakeFirst();
  return row?.peer_creds;
}
