import type { Ticket, TicketThread } from '@varco/contract/portal/tickets.ts';
import type { MessageRow, TicketRow } from './tickets.repository.ts';

/** Ticket row in its wire form. `viewerId`: who it is shown to. */
export const toTicket = (row: TicketRow, viewerId: number): Ticket => ({
  id: row.id,
  state: row.state,
  excerpt: row.excerpt,
  phone: row.phone,
  author: { username: row.username, fullname: row.full_name, email: row.email },
  own: row.user_id === viewerId,
  messages: Number(row.message_count),
  created: row.created_at,
  updated: row.updated_at,
});

export const toThread = (row: TicketRow, messages: readonly MessageRow[], viewerId: number): TicketThread => ({
  ...toTicket(row, viewerId),
  thread: messages.map((message) => ({
    id: message.id,
    support: message.is_support,
    name: message.full_name === null || message.full_name === '' ? (message.username ?? '') : message.full_name,
    text: message.text,
    at: message.created_at,
  })),
});
