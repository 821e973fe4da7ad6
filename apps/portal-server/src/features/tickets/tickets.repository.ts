import { MAX_TICKET_MESSAGES, TICKET_PAGE_SIZE } from '@varco/contract/portal/tickets.ts';
import { sql } from 'kysely';
import type { Db, TicketTable, Tx } from '../../db.ts';

type TicketState = TicketTable['state'];

/** Whose tickets: one person's, or everybody's (null). */
export interface TicketFilter {
  readonly userId: number | null;
  readonly state: TicketState | 'any';
}

const selectMatching = (db: Db | Tx, { userId, state }: TicketFilter) =>
  db
    .selectFrom('ticket as t')
    .$if(userId !== null, (query) => query.where('t.user_id', '=', userId ?? 0))
    .$if(state !== 'any', (query) => query.where('t.state', '=', state === 'any' ? 'open' : state));

const selectTickets = (db: Db | Tx, filter: TicketFilter) =>
  selectMatching(db, filter)
    .innerJoin('portal_user as u', 'u.id', 't.user_id')
    .selectAll('t')
    .select([
      'u.username',
      'u.full_name',
      'u.email',
      sql<string>`(select left(m.text, 200) from ticket_message m where m.ticket_id = t.id order by m.id limit 1)`.as(
        'excerpt',
      ),
      sql<string>`(select count(*) from ticket_message m where m.ticket_id = t.id)`.as('message_count'),
    ]);

export const findTicketPage = (db: Db, filter: TicketFilter, page: number) =>
  selectTickets(db, filter)
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(TICKET_PAGE_SIZE)
    .offset((page - 1) * TICKET_PAGE_SIZE)
    .execute();
export type TicketRow = Awaited<ReturnType<typeof findTicketPage>>[number];

export async function countTickets(db: Db, filter: TicketFilter): Promise<number> {
  const { n } = await selectMatching(db, filter)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** One ticket; undefined when it is not one of the filter. */
export const findTicket = (db: Db | Tx, id: number, filter: TicketFilter): Promise<TicketRow | undefined> =>
  selectTickets(db, filter).where('t.id', '=', id).executeTakeFirst();

/** Messages of a ticket, oldest first. */
export const findMessages = (db: Db | Tx, ticketId: number) =>
  db
    .selectFrom('ticket_message as m')
    .leftJoin('portal_user as u', 'u.id', 'm.author_id')
    .where('m.ticket_id', '=', ticketId)
    .select(['m.id', 'm.is_support', 'm.text', 'm.created_at', 'u.username', 'u.full_name'])
    .orderBy('m.id')
    .limit(MAX_TICKET_MESSAGES)
    .execute();
export type MessageRow = Awaited<ReturnType<typeof findMessages>>[number];

/** Creates an empty ticket; returns its number. */
export async function insertTicket(tx: Tx, userId: number, phone: string, now: string): Promise<number> {
  const { id } = await tx
    .insertInto('ticket')
    .values({ user_id: userId, phone, state: 'open', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks a ticket, so that the messages of two people are counted one after the other. */
export const lockTicket = (tx: Tx, id: number) =>
  tx.selectFrom('ticket').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();

export async function countMessages(tx: Tx, ticketId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('ticket_message')
    .where('ticket_id', '=', ticketId)
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export interface NewMessage {
  readonly ticketId: number;
  readonly authorId: number;
  readonly isSupport: boolean;
  readonly text: string;
}

export async function insertMessage(tx: Tx, message: NewMessage, now: string): Promise<void> {
  const { ticketId, authorId, isSupport, text } = message;
  await tx
    .insertInto('ticket_message')
    .values({ ticket_id: ticketId, author_id: authorId, is_support: isSupport, text, created_at: now })
    .execute();
}

export async function setTicketState(tx: Tx, id: number, state: TicketState, now: string): Promise<void> {
  await tx.updateTable('ticket').set({ state, updated_at: now }).where('id', '=', id).execute();
}

const MAX_INFORMED_ADMINS = 50;

/** Administrators who are informed of a person's message; not the person. */
export const findInformedAdmins = (tx: Tx, exceptId: number) =>
  tx
    .selectFrom('portal_user')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('email_verified', '=', true)
    .where('id', '<>', exceptId)
    .select('id')
    .orderBy('id')
    .limit(MAX_INFORMED_ADMINS)
    .execute();
