import { queryOptions } from '@tanstack/react-query';
import * as api from '@varco/contract/portal/tickets.ts';
import { callPortal } from '../../lib/api/portal.ts';

/** First part of every query key of this feature. */
export const SUPPORT_KEY = 'support';

export type TicketFilterState = 'any' | (typeof api.TICKET_STATES)[number];

export interface TicketSearch {
  readonly scope: 'own' | 'all';
  readonly state: TicketFilterState;
  readonly page: number;
}

/** One page of tickets, last changed first. */
export const ticketsQuery = (search: TicketSearch) =>
  queryOptions({
    queryKey: [SUPPORT_KEY, 'list', search],
    queryFn: ({ signal }) => callPortal(api.listTickets, { query: search }, { signal }),
  });

/** A ticket with its messages. */
export const ticketQuery = (id: number) =>
  queryOptions({
    queryKey: [SUPPORT_KEY, 'ticket', id],
    queryFn: ({ signal }) => callPortal(api.getTicket, { params: { ticket: id } }, { signal }),
  });

/** Opens a ticket; an empty phone is not sent (TICK-01). */
export const openTicket = (message: string, phone: string): Promise<api.TicketThread> =>
  callPortal(api.createTicket, { body: { message, ...(phone.trim() === '' ? {} : { phone }) } });

export const answerTicket = (id: number, message: string): Promise<api.TicketThread> =>
  callPortal(api.answerTicket, { params: { ticket: id }, body: { message } });

export const setTicketState = (id: number, state: 'open' | 'closed'): Promise<api.TicketThread> =>
  callPortal(api.updateTicket, { params: { ticket: id }, body: { state } });
