import { sql } from 'kysely';
import type { Db, Tx } from '../db.ts';
import type { MailFacts, MailKind } from './mail-types.ts';

export interface NewMail {
  readonly kind: MailKind;
  /** The account, or a typed address: its account is looked up when the message is sent. */
  readonly to: { readonly userId: number } | { readonly address: string };
  readonly facts?: MailFacts;
}

/** Puts a message into the outbox, in the transaction of the event it reports. */
export async function queueMail(db: Db | Tx, mail: NewMail, now: string): Promise<void> {
  await db
    .insertInto('mail_outbox')
    .values({
      kind: mail.kind,
      user_id: 'userId' in mail.to ? mail.to.userId : null,
      address: 'address' in mail.to ? mail.to.address : null,
      facts: JSON.stringify(mail.facts ?? {}),
      created_at: now,
      next_try_at: now,
    })
    .execute();
}

/** Reserves the oldest due message until `leaseUntil`; undefined when none is due. */
export const reserveDueMail = (db: Db, now: string, leaseUntil: string) =>
  db
    .updateTable('mail_outbox')
    .set({ next_try_at: leaseUntil, tries: sql<number>`tries + 1` })
    .where('id', '=', (where) =>
      where
        .selectFrom('mail_outbox')
        .where('outcome', 'is', null)
        .where('next_try_at', '<=', now)
        .select('id')
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
export type DueMail = NonNullable<Awaited<ReturnType<typeof reserveDueMail>>>;

/** The account a message is sent to, with its present data. */
export async function findRecipient(db: Db, mail: DueMail) {
  const { user_id: userId, address } = mail;
  return db
    .selectFrom('portal_user')
    .$if(userId !== null, (q) => q.where('id', '=', userId ?? 0))
    .$if(userId === null, (q) => q.where(sql`lower(email)`, '=', (address ?? '').toLowerCase()))
    .select(['id', 'email', 'full_name', 'username', 'language', 'is_active', 'is_first_access', 'email_verified'])
    .executeTakeFirst();
}

export async function endMail(
  db: Db,
  id: string,
  outcome: 'sent' | 'dropped' | 'given_up',
  now: string,
): Promise<void> {
  await db.updateTable('mail_outbox').set({ outcome, ended_at: now }).where('id', '=', id).execute();
}

export async function postponeMail(db: Db, id: string, nextTryAt: string): Promise<void> {
  await db.updateTable('mail_outbox').set({ next_try_at: nextTryAt }).where('id', '=', id).execute();
}

/** Deletes messages a week after they were written, sent or not: they are no longer current. */
export async function deleteOldMail(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where(sql<boolean>`created_at < ${now}::timestamptz - interval '7 days'`)
    .execute();
}
