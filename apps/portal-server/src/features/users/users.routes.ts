import * as api from '@varco/contract/portal/user-administration.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { RateRule } from '@varco/server-kit/rate/rate-limiter.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { type AdminContext, readAccount } from './administer.ts';
import { confirmAdminFlag, rejectAdminFlag, requestAdminFlag } from './admin-request.service.ts';
import * as service from './users.service.ts';

/** Limits mails to strangers sent through an administrator's session. */
const INVITATION_RATE: RateRule = { name: 'invitation', limit: 60, windowS: 3_600 };

interface AdminCall {
  readonly viewer: PortalViewer;
  now(): string;
  audit(note: { readonly count: number; readonly detail: Readonly<Record<string, unknown>> }): Promise<void>;
}

const toContext = (ctx: AdminCall): AdminContext => ({
  viewer: ctx.viewer,
  now: ctx.now(),
  record: (detail) => ctx.audit({ count: 1, detail }),
});

/** Administration of the portal's users (P 3, ADM-03, ADM-04). Their state is changed by `PUT /api/v1/user/:id`. */
export function usersRoutes(app: PortalApp, deps: PortalDeps): void {
  const list = async (filter: Parameters<typeof service.readAccountPage>[1], ctx: AdminCall) => {
    const page = await service.readAccountPage(deps, filter, { viewerId: ctx.viewer.userId, now: ctx.now() });
    await ctx.audit({ count: page.users.length, detail: { ...filter } });
    return page;
  };
  implement(app, api.listUsers, ({ query }, ctx) => list({ ...query, text: '' }, ctx));
  implement(app, api.searchUsers, ({ body }, ctx) => list(body, ctx));

  implement(app, api.inviteUser, async ({ body }, ctx) => {
    await deps.rates.spend(INVITATION_RATE, ctx.viewer.uuid);
    const context = toContext(ctx);
    return readAccount(deps.db, await service.invitePerson(deps, body, context), context);
  });
  implement(app, api.repeatInvitation, async ({ params }, ctx) => {
    await deps.rates.spend(INVITATION_RATE, ctx.viewer.uuid);
    await service.inviteAgain(deps, params.id, toContext(ctx));
  });
  implement(app, api.endUserSessions, async ({ params }, ctx) => ({
    ended: await service.endAllSessions(deps, params.id, toContext(ctx)),
  }));

  /** Runs an act and returns the account as it is afterwards. */
  const act = async (id: number, ctx: AdminCall, work: (context: AdminContext) => Promise<void>) => {
    const context = toContext(ctx);
    await work(context);
    return readAccount(deps.db, id, context);
  };
  implement(app, api.resetUserTwoFactor, ({ params: { id } }, ctx) =>
    act(id, ctx, (context) => service.resetTwoFactor(deps, id, context)),
  );
  implement(app, api.requestAdmin, ({ params: { id }, body }, ctx) =>
    act(id, ctx, (context) => requestAdminFlag(deps, id, body.grants, context)),
  );
  implement(app, api.confirmAdmin, ({ params: { id }, body }, ctx) =>
    act(id, ctx, (context) => confirmAdminFlag(deps, id, body.grants, context)),
  );
  implement(app, api.rejectAdmin, ({ params: { id } }, ctx) =>
    act(id, ctx, (context) => rejectAdminFlag(deps, id, context)),
  );
}
