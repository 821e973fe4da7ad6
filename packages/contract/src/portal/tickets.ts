import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText } from '../wire.ts';

/** `open`: support has to answer; `answered`: the person has; `closed`: nobody has. */
export const TICKET_STATES = ['open', 'answered', 'closed'] as const;

/** A support ticket (P 3): message, optional phone, and the state of its conversation. */
export const Ticket = z
  .object({
    id: z.int(),
    state: z.enum(TICKET_STATES),
    /** Beginning of the first message. */
    excerpt: z.string().max(200),
    phone: z.string().max(40),
    /** Who asks. */
    author: z.object({ username: z.string().max(254), fullname: z.string().max(120), email: z.string().max(254) }),
    /** Asked by the caller. */
    own: z.boolean(),
    messages: z.int().min(1),
    created: IsoInstant,
    updated: IsoInstant,
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof Ticket>;

export const MAX_TICKET_MESSAGES = 200;

export const TicketMessage = z
  .object({
    id: z.int(),
    /** Written by support, not by the person who asks. */
    support: z.boolean(),
    /** Name of the writer; empty when the account was deleted. */
    name: z.string().max(254),
    text: z.string().max(4000),
    at: IsoInstant,
  })
  .meta({ id: 'TicketMessage' });
export type TicketMessage = z.infer<typeof TicketMessage>;

export const TicketThread = Ticket.extend({ thread: z.array(TicketMessage).max(MAX_TICKET_MESSAGES) }).meta({
  id: 'TicketThread',
});
export type TicketThread = z.infer<typeof TicketThread>;

export const TICKET_PAGE_SIZE = 50;

const messageText = plainText(4000).refine((text) => text.trim() !== '', 'empty');
const params = z.object({ ticket: z.coerce.number().int().min(1).max(2_147_483_647) });
const READY = { who: 'portal-user', rule: 'ready' } as const;
const ERRORS = ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'unavailable'] as const;

/** Own tickets, last changed first; `all`: everybody's, for administrators only. */
export const listTickets = endpoint({
  id: 'listTickets',
  method: 'GET',
  path: '/api/v1/tickets',
  summary: 'Own support tickets, or everybody’s for administrators; last changed first, 50 a page',
  query: z.object({
    scope: z.enum(['own', 'all']).default('own'),
    state: z.enum(['any', ...TICKET_STATES]).default('any'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  response: z.object({
    tickets: z.array(Ticket).max(TICKET_PAGE_SIZE),
    total: z.int().min(0),
    pages: z.int().min(1),
  }),
  errors: ['bad_request', 'invalid_token', 'no_perms', 'unavailable'],
  access: READY,
  audit: 'ticket.search',
  limit: 'read',
});

export const createTicket = endpoint({
  id: 'createTicket',
  method: 'POST',
  path: '/api/v1/tickets',
  summary: 'Ask for support; the administrators are informed by mail',
  body: z.object({ message: messageText, phone: plainText(40).optional() }),
  response: TicketThread,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'unavailable', 'rate_limit_exceeded'],
  access: READY,
  audit: 'ticket.create',
  limit: 'command',
});

/** Another person's ticket is `not_found`, except for administrators. */
export const getTicket = endpoint({
  id: 'getTicket',
  method: 'GET',
  path: '/api/v1/tickets/:ticket',
  summary: 'One ticket with its messages',
  params,
  response: TicketThread,
  errors: ERRORS,
  access: READY,
  audit: 'ticket.read',
  limit: 'read',
});

/** The other side is informed by mail. A message reopens a closed ticket. `conflict`/`ticket_full` after 200 messages. */
export const answerTicket = endpoint({
  id: 'answerTicket',
  method: 'POST',
  path: '/api/v1/tickets/:ticket/messages',
  summary: 'Write in a ticket',
  params,
  body: z.object({ message: messageText }),
  response: TicketThread,
  errors: [...ERRORS, 'conflict', 'rate_limit_exceeded'],
  access: READY,
  audit: 'ticket.answer',
  limit: 'command',
});

export const updateTicket = endpoint({
  id: 'updateTicket',
  method: 'PUT',
  path: '/api/v1/tickets/:ticket',
  summary: 'Close or reopen a ticket',
  params,
  body: z.object({ state: z.enum(['open', 'closed']) }),
  response: TicketThread,
  errors: ERRORS,
  access: READY,
  audit: 'ticket.update',
  limit: 'command',
});
