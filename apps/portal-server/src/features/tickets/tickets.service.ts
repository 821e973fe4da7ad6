import { MAX_TICKET_MESSAGES, TICKET_PAGE_SIZE, type TicketThread } from '@varco/contract/portal/tickets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { Db, Tx } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import * as queries from './tickets.repository.ts';
import { toThread, toTicket } from './tickets.view.ts';

type Deps = Pick<PortalDeps, 'db'>;

export interface TicketContext {
  readonly viewer: PortalViewer;
  readonly now: string;
  /** Writes the audit entry inside the transaction. */
  readonly record: (detail: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** A person reaches their own tickets, an administrator everybody's. */
const reachOf = (viewer: PortalViewer): queries.TicketFilter => ({
  userId: viewer.isAdmin ? null : viewer.userId,
  state: 'any',
});

/** One page of tickets. Throws `no_perms` for everybody's tickets unless the viewer is an administrator. */
export async function readTicketPage(
  { db }: Deps,
  query: { readonly scope: 'own' | 'all'; readonly state: queries.TicketFilter['state']; readonly page: number },
  viewer: PortalViewer,
) {
  if (query.scope === 'all' && !viewer.isAdmin) throw new AppError('no_perms');
  const filter = { userId: query.scope === 'all' ? null : viewer.userId, state: query.state };
  const [rows, total] = await Promise.all([
    queries.findTicketPage(db, filter, query.page),
    queries.countTickets(db, filter),
  ]);
  return {
    tickets: rows.map((row) => toTicket(row, viewer.userId)),
    total,
    pages: Math.max(1, Math.ceil(total / TICKET_PAGE_SIZE)),
  };
}

/** A ticket with its messages; throws `not_found` also for another person's. */
export async function readThread(db: Db | Tx, id: number, viewer: PortalViewer): Promise<TicketThread> {
  const row = await queries.findTicket(db, id, reachOf(viewer));
  if (row === undefined) throw new AppError('not_found');
  return toThread(row, await queries.findMessages(db, id), viewer.userId);
}

/** Opens a ticket and informs the administrators. */
export const openTicket = (
  { db }: Deps,
  { message, phone }: { readonly message: string; readonly phone: string },
  { viewer, now, record }: TicketContext,
): Promise<TicketThread> =>
  db.transaction().execute(async (tx) => {
    const id = await queries.insertTicket(tx, viewer.userId, phone.trim(), now);
    const text = message.trim();
    await queries.insertMessage(tx, { ticketId: id, authorId: viewer.userId, isSupport: false, text }, now);
    await informAdmins(tx, id, viewer.userId, now);
    await record({ ticket: id });
    return readThread(tx, id, viewer);
  });

/**
 * Adds a message and informs the other side. Whoever did not open the ticket writes as support. Throws `not_found`,
 * `conflict`/`ticket_full`.
 */
export const writeMessage = (
  { db }: Deps,
  id: number,
  message: string,
  { viewer, now, record }: TicketContext,
): Promise<TicketThread> =>
  db.transaction().execute(async (tx) => {
    const ticket = await lockReachable(tx, id, viewer);
    if ((await queries.countMessages(tx, id)) >= MAX_TICKET_MESSAGES)
      throw new AppError('conflict', { sub: 'ticket_full' });
    const isSupport = ticket.user_id !== viewer.userId;
    const text = message.trim();
    await queries.insertMessage(tx, { ticketId: id, authorId: viewer.userId, isSupport, text }, now);
    await queries.setTicketState(tx, id, isSupport ? 'answered' : 'open', now);
    if (isSupport) {
      const to = { userId: ticket.user_id };
      await queueMail(tx, { kind: 'ticket_answered', to, facts: { number: String(id) } }, now);
    } else await informAdmins(tx, id, viewer.userId, now);
    await record({ ticket: id });
    return readThread(tx, id, viewer);
  });

/** Closes or reopens a ticket; both sides may. */
export const changeTicketState = (
  { db }: Deps,
  id: number,
  state: 'open' | 'closed',
  { viewer, now, record }: TicketContext,
): Promise<TicketThread> =>
  db.transaction().execute(async (tx) => {
    await lockReachable(tx, id, viewer);
    await queries.setTicketState(tx, id, state, now);
    await record({ ticket: id, state });
    return readThread(tx, id, viewer);
  });

async function lockReachable(tx: Tx, id: number, viewer: PortalViewer) {
  const ticket = await queries.lockTicket(tx, id);
  if (ticket === undefined || (!viewer.isAdmin && ticket.user_id !== viewer.userId)) throw new AppError('not_found');
  return ticket;
}

/** The mail names the ticket only: what was written is read in the portal. */
async function informAdmins(tx: Tx, id: number, exceptId: number, now: string): Promise<void> {
  for (const admin of await queries.findInformedAdmins(tx, exceptId))
    await queueMail(tx, { kind: 'ticket_new', to: { userId: admin.id }, facts: { number: String(id) } }, now);
}
