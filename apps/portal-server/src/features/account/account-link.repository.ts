import { createRandomToken, hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db.ts';

export type LinkPurpose = 'verify' | 'reset' | 'invite';

const HOUR_MS = 3_600_000;
/** decisions: validity of the links. */
const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  reset: HOUR_MS / 2,
  verify: 48 * HOUR_MS,
  invite: 7 * 24 * HOUR_MS,
};

/** ISO instant at which a link made `now` ends. */
export const computeLinkEnd = (purpose: LinkPurpose, now: string): string =>
  new Date(Date.parse(now) + LINK_LIFE_MS[purpose]).toISOString();

/** Creates a link for this account and address; the returned token is sent by mail and stored only as a hash. */
export async function createLink(
  db: Db | Tx,
  link: { userId: number; purpose: LinkPurpose; email: string },
  now: string,
): Promise<string> {
  const token = createRandomToken();
  await db
    .insertInto('account_link')
    .values({
      hash: hashSecretText(token),
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      created_at: now,
      expires_at: computeLinkEnd(link.purpose, now),
      used_at: null,
    })
    .execute();
  return token;
}

/** The account of a valid link: not used, not expired, and sent to the account's present address. */
export const findLink = (db: Db | Tx, token: string, purposes: readonly LinkPurpose[], now: string) =>
  db
    .selectFrom('account_link')
    .innerJoin('portal_user', 'portal_user.id', 'account_link.user_id')
    .where('account_link.hash', '=', hashSecretText(token))
    .where('account_link.purpose', 'in', [...purposes])
    .where('account_link.used_at', 'is', null)
    .where('account_link.expires_at', '>', now)
    .where('portal_user.is_active', '=', true)
    .where(sql<boolean>`lower(portal_user.email) = lower(account_link.email)`)
    .select([
      'account_link.hash',
      'account_link.purpose',
      'portal_user.id',
      'portal_user.uuid',
      'portal_user.username',
      'portal_user.email',
    ])
    .executeTakeFirst();

/** Uses up a link and all others of this account and purpose. False when it was used in the meantime. */
export async function consumeLink(
  tx: Tx,
  link: { hash: Buffer; userId: number; purpose: LinkPurpose },
  now: string,
): Promise<boolean> {
  const spent = await tx
    .updateTable('account_link')
    .set({ used_at: now })
    .where('hash', '=', link.hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (spent.numUpdatedRows !== 1n) return false;
  await tx
    .updateTable('account_link')
    .set({ used_at: now })
    .where('user_id', '=', link.userId)
    .where('purpose', '=', link.purpose)
    .where('used_at', 'is', null)
    .execute();
  return true;
}

/** Deletes links that ended more than a week ago. */
export async function deleteOldLinks(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('account_link')
    .where(sql<boolean>`expires_at < ${now}::timestamptz - interval '7 days'`)
    .execute();
}
