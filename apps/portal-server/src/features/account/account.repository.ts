import { sql } from 'kysely';
import type { KdfBlock } from '@varco/contract/vault.ts';
import type { Db, Tx } from '../../db.ts';

export interface PersonalAccount {
  readonly username: string;
  readonly email: string;
  readonly full_name: string;
  readonly mobile: string;
  readonly authority: string;
  readonly language: 'it' | 'en';
  readonly proofHash: string;
  readonly kdf: KdfBlock;
}

/**
 * Turns the provisioned account into the person's own: all earlier credentials become invalid and the e-mail is
 * unverified.
 */
export async function convertToPersonalAccount(
  tx: Tx,
  id: number,
  account: PersonalAccount,
  now: string,
): Promise<void> {
  const { proofHash, kdf, ...fields } = account;
  await tx
    .updateTable('portal_user')
    .set({
      ...fields,
      proof_hash: proofHash,
      kdf: JSON.stringify(kdf),
      token_version: sql<number>`token_version + 1`,
      is_first_access: false,
      must_change: false,
      email_verified: false,
      password_expires_at: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

export async function markVerified(tx: Tx, id: number, now: string): Promise<void> {
  await tx.updateTable('portal_user').set({ email_verified: true, updated_at: now }).where('id', '=', id).execute();
}

/** Whether a verification message was queued since `since`. */
export async function hasVerificationSince(db: Db, userId: number, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_outbox')
    .where('user_id', '=', userId)
    .where('kind', '=', 'verify_email')
    .where('created_at', '>', since)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
