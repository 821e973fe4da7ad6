import * as api from '@varco/contract/portal/auth.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { actorOf, sessionAnswer } from '../sign-in/sign-in.service.ts';
import { endRefreshCookie, refreshCookie } from './session.cookies.ts';
import { closeSession, refreshSession, sessionRefused } from './session.service.ts';

/** Refresh and end of a session. */
export function sessionRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.refresh, async (_input, ctx) => {
    const now = ctx.now();
    const { refreshToken: token, deviceId } = ctx.viewer;
    if (token === null) throw sessionRefused();
    const result = await refreshSession(deps, { token, deviceId, ip: ctx.ip }, now);
    if (result.kind === 'ok') {
      const { user, ...opened } = result.session;
      const subject = { userId: user.user_id, uuid: user.uuid, version: user.token_version, amr: user.amr };
      const answer = await sessionAnswer(deps, opened, subject, now);
      await ctx.audit({ actor: actorOf(user, opened.sessionId) });
      void ctx.reply.header('set-cookie', refreshCookie(opened.refreshToken, opened.cookieLifeS));
      return answer;
    }
    void ctx.reply.header('set-cookie', endRefreshCookie());
    if (result.kind === 'reuse')
      await ctx.audit({
        action: 'session.reuse',
        outcome: 'denied',
        actor: actorOf({ uuid: result.userUuid, username: result.username }, result.sessionId),
      });
    throw sessionRefused();
  });

  implement(app, api.logout, async (_input, ctx) => {
    const { refreshToken: token } = ctx.viewer;
    const ended = token === null ? null : await closeSession(deps.db, token, ctx.now());
    await ctx.audit(ended === null ? {} : { actor: actorOf(ended, ended.id) });
    void ctx.reply.headers({ 'set-cookie': endRefreshCookie(), 'clear-site-data': '"cache", "cookies"' });
  });
}
