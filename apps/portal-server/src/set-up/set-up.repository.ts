import type { Db, Tx } from '../db.ts';

/** The administrators who may sign in, or will when they use their link. */
export const findAdministrators = (db: Db | Tx) =>
  db
    .selectFrom('portal_user')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .select(['id', 'username', 'email', 'email_verified', 'invited_at'])
    .orderBy('id')
    .execute();

/** Ends the links of invitation that a person has not used. */
export async function endInvitationLinks(tx: Tx, userId: number, now: string): Promise<void> {
  await tx
    .updateTable('account_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invite')
    .where('used_at', 'is', null)
    .execute();
}
