import * as api from '@varco/contract/portal/auth.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { toAuditActor, buildSessionResponse } from '../sign-in/sign-in.service.ts';
import { buildExpiredRefreshCookie, buildRefreshCookie } from './session.cookies.ts';
import { closeSession, refreshSession, sessionRefusedError } from './session.service.ts';

/** Refresh and end of a session. */
export function sessionRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.refresh, async (_input, ctx) => {
    const now = ctx.now();
    const { refreshToken: token, deviceId } = ctx.viewer;
    if (token === null) throw sessionRefusedError();
    const result = await refreshSession(deps, { token, deviceId, ip: ctx.ip }, now);
    if (result.kind === 'ok') {
      const { user, ...opened } = result.session;
      const subject = { userId: user.user_id, uuid: user.uuid, version: user.token_version, amr: user.amr };
      const answer = await buildSessionResponse(deps, opened, subject, now);
      await ctx.audit({ actor: toAuditActor(user, opened.sessionId) });
      void ctx.reply.header('set-cookie', buildRefreshCookie(opened.refreshToken, opened.cookieLifeS));
      return answer;
    }
    void ctx.reply.header('set-cookie', buildExpiredRefreshCookie());
    if (result.kind === 'reuse')
      await ctx.audit({
        action: 'session.reuse',
        outcome: 'denied',
        actor: toAuditActor({ uuid: result.userUuid, username: result.username }, result.sessionId),
      });
    throw sessionRefusedError();
  });

  implement(app, api.logout, async (_input, ctx) => {
    const { refreshToken: token } = ctx.viewer;
    const ended = token === null ? null : await closeSession(deps.db, token, ctx.now());
    await ctx.audit(ended === null ? {} : { actor: toAuditActor(ended, ended.id) });
    void ctx.reply.headers({ 'set-cookie': buildExpiredRefreshCookie(), 'clear-site-data': '"cache", "cookies"' });
  });
}
