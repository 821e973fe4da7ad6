import { enqueue, kyselySql } from '@varco/server-kit/jobs/enqueue.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../db.ts';
import { SEND_MAIL } from './mail-job.ts';
import type { MailFacts, MailKind } from './mail-types.ts';

export interface NewMail {
  readonly kind: MailKind;
  /** The account, or a typed address: its account is looked up when the message is sent. */
  readonly to: { readonly userId: number } | { readonly address: string };
  readonly facts?: MailFacts;
}

/** Puts a message into the outbox and enqueues its sending, in the transaction of the event it reports. */
export async function queueMail(db: Db | Tx, mail: NewMail, now: string): Promise<void> {
  // One transaction also where the caller has none: a message without its job would never be sent.
  if (!db.isTransaction) return db.transaction().execute((tx) => queueMail(tx, mail, now));
  const { id } = await db
    .insertInto('mail_outbox')
    .values({
      kind: mail.kind,
      user_id: 'userId' in mail.to ? mail.to.userId : null,
      address: 'address' in mail.to ? mail.to.address : null,
      facts: JSON.stringify(mail.facts ?? {}),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(kyselySql(db), SEND_MAIL, { mail: id });
}

/** A message that has no outcome yet, with this attempt counted; undefined: it has one, or is gone. */
export const startMailAttempt = (db: Db, id: string) =>
  db
    .updateTable('mail_outbox')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returningAll()
    .executeTakeFirst();
export type DueMail = NonNullable<Awaited<ReturnType<typeof startMailAttempt>>>;

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
  await db
    .updateTable('mail_outbox')
    .set({ outcome, ended_at: now })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute();
}

/** Deletes messages a week after they were written, sent or not: they are no longer current. */
export async function deleteOldMail(db: Db, now: string): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where(sql<boolean>`created_at < ${now}::timestamptz - interval '7 days'`)
    .execute();
}
