import { type Selectable, sql } from 'kysely';
import type { Pool } from 'pg';
import type { KdfBlock, VaultBlob } from '@varco/contract/vault.ts';
import type { Db, PortalUserTable, Tx } from '../../db.ts';

export const findUser = (db: Db | Tx, id: number) =>
  db
    .selectFrom('portal_user')
    .leftJoin('vault', 'vault.user_id', 'portal_user.id')
    .where('portal_user.id', '=', id)
    .selectAll('portal_user')
    .select('vault.peer_creds')
    .executeTakeFirst();

/** Fields of an account shown to its owner, with the sealed vault. */
export type UserRecord = Pick<
  Selectable<PortalUserTable>,
  | 'id'
  | 'uuid'
  | 'username'
  | 'email'
  | 'full_name'
  | 'mobile'
  | 'telephone'
  | 'notes'
  | 'frontend_url'
  | 'is_active'
  | 'is_admin'
  | 'is_first_access'
  | 'must_change'
  | 'audit_read'
  | 'email_verified'
  | 'enable_2fa'
  | 'last_login_at'
  | 'shows_first_steps'
> & { readonly peer_creds: VaultBlob | null };

/** The record of an account; a prepared statement, because it runs at every sign-in and refresh. */
export async function findUserRecord(pool: Pool, id: number): Promise<UserRecord | undefined> {
  const { rows } = await pool.query<UserRecord>({
    name: 'user-record',
    text: `select u.id, u.uuid, u.username, u.email, u.full_name, u.mobile, u.telephone, u.notes, u.frontend_url,
        u.is_active, u.is_admin, u.is_first_access, u.must_change, u.audit_read, u.email_verified, u.enable_2fa, u.last_login_at, u.shows_first_steps, v.peer_creds
      from portal_user u left join vault v on v.user_id = u.id where u.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The record, locked until the transaction ends: two browsers that save are served one after the other. */
export async function lockUser(tx: Tx, id: number) {
  const user = await tx.selectFrom('portal_user').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
  const vault = await tx.selectFrom('vault').where('user_id', '=', id).select('rev').executeTakeFirst();
  return user === undefined ? undefined : { user, rev: vault?.rev ?? 0 };
}

export interface ProfileChange {
  readonly full_name?: string;
  readonly mobile?: string;
  readonly telephone?: string;
  readonly shows_first_steps?: false;
}

export async function updateProfile(tx: Tx, id: number, change: ProfileChange, now: string): Promise<void> {
  await tx
    .updateTable('portal_user')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Replaces the whole vault. */
export async function saveVault(tx: Tx, id: number, vault: VaultBlob, now: string): Promise<void> {
  const stored = { rev: vault.rev, peer_creds: JSON.stringify(vault), saved_at: now };
  await tx
    .insertInto('vault')
    .values({ user_id: id, ...stored })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(stored))
    .execute();
}

/**
 * Stores a new proof and its derivation; all earlier access tokens become invalid, and the required password change
 * is done.
 */
export async function savePassword(
  tx: Tx,
  id: number,
  secret: { proofHash: string; kdf: KdfBlock },
  now: string,
): Promise<void> {
  await tx
    .updateTable('portal_user')
    .set({
      proof_hash: secret.proofHash,
      kdf: JSON.stringify(secret.kdf),
      token_version: sql<number>`token_version + 1`,
      must_change: false,
      password_expires_at: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether the name is the username or e-mail of anybody but `exceptId`; a person may keep their own (readings B-04).
 */
export async function isNameTaken(db: Db, name: string, exceptId: number): Promise<boolean> {
  const lower = name.toLowerCase();
  const row = await db
    .selectFrom('portal_user')
    .where((where) => where.or([where(sql`lower(username)`, '=', lower), where(sql`lower(email)`, '=', lower)]))
    .where('id', '<>', exceptId)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
