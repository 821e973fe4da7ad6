import type { Db, Tx } from '../../db.ts';

/** Stores a new unproven secret, replacing an earlier one. */
export async function saveSetup(tx: Tx, userId: number, sealed: Buffer, now: string): Promise<void> {
  const values = { secret_sealed: sealed, started_at: now, proven_step: null };
  await tx
    .insertInto('totp_setup')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/**
 * The unproven secret, unless it was created before `since`; locked, so that two browsers are served one after the
 * other.
 */
export const lockSetup = (tx: Tx, userId: number, since: string) =>
  tx
    .selectFrom('totp_setup')
    .where('user_id', '=', userId)
    .where('started_at', '>', since)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();

export async function recordProvenStep(tx: Tx, userId: number, step: number): Promise<void> {
  await tx.updateTable('totp_setup').set({ proven_step: step }).where('user_id', '=', userId).execute();
}

/** Enables two-factor with the proven secret and deletes the setup. */
export async function enableTwoFactorForUser(
  tx: Tx,
  userId: number,
  secret: { readonly sealed: Buffer; readonly usedStep: number },
  now: string,
): Promise<void> {
  await tx
    .updateTable('portal_user')
    .set({ totp_sealed: secret.sealed, totp_last_step: secret.usedStep, enable_2fa: true, updated_at: now })
    .where('id', '=', userId)
    .execute();
  await tx.deleteFrom('totp_setup').where('user_id', '=', userId).execute();
}

/** Deletes secret, codes and setup. */
export async function disableTwoFactorForUser(tx: Tx, userId: number, now: string): Promise<void> {
  await tx
    .updateTable('portal_user')
    .set({ totp_sealed: null, enable_2fa: false, updated_at: now })
    .where('id', '=', userId)
    .execute();
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx.deleteFrom('totp_setup').where('user_id', '=', userId).execute();
}

/** Replaces all recovery codes; the codes are numbered from 1. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  const rows = hashes.map((hash, index) => ({ user_id: userId, slot: index + 1, code_hash: hash }));
  await tx.insertInto('recovery_code').values(rows).execute();
}

export async function countUnusedCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((select) => select.fn.countAll<string>().as('left'))
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** The account of a signed-in person, not locked. */
export const readAccount = (db: Db, userId: number) =>
  db.selectFrom('portal_user').where('id', '=', userId).selectAll().executeTakeFirstOrThrow();
