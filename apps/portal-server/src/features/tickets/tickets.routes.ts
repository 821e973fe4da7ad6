import * as api from '@varco/contract/portal/tickets.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { RateRule } from '@varco/server-kit/rate/rate-limiter.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import * as service from './tickets.service.ts';

/** Every message is a mail to somebody. */
const MESSAGE_RATE: RateRule = { name: 'ticket-message', limit: 30, windowS: 3_600 };

interface TicketCall {
  readonly viewer: PortalViewer;
  now(): string;
  audit(note: { readonly count: number; readonly detail: Readonly<Record<string, unknown>> }): Promise<void>;
}

const toContext = (ctx: TicketCall): service.TicketContext => ({
  viewer: ctx.viewer,
  now: ctx.now(),
  record: (detail) => ctx.audit({ count: 1, detail }),
});

/** Support tickets (P 3, TICK-01): everybody asks, administrators answer. */
export function ticketRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.listTickets, async ({ query }, ctx) => {
    const page = await service.readTicketPage(deps, query, ctx.viewer);
    await ctx.audit({ count: page.tickets.length, detail: { ...query } });
    return page;
  });

  implement(app, api.createTicket, async ({ body }, ctx) => {
    await deps.rates.spend(MESSAGE_RATE, ctx.viewer.uuid);
    return service.openTicket(deps, { message: body.message, phone: body.phone ?? '' }, toContext(ctx));
  });

  implement(app, api.getTicket, async ({ params }, ctx) => {
    const thread = await service.readThread(deps.db, params.ticket, ctx.viewer);
    await ctx.audit({ count: 1, detail: { ticket: thread.id } });
    return thread;
  });

  implement(app, api.answerTicket, async ({ params, body }, ctx) => {
    await deps.rates.spend(MESSAGE_RATE, ctx.viewer.uuid);
    return service.writeMessage(deps, params.ticket, body.message, toContext(ctx));
  });

  implement(app, api.updateTicket, ({ params, body }, ctx) =>
    service.changeTicketState(deps, params.ticket, body.state, toContext(ctx)),
  );
}
