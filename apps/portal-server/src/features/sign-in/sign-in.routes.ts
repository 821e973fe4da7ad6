import * as api from '@varco/contract/portal/auth.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { createClientAddressCheck } from '../../auth/client-address.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { buildDeviceCookie, readDeviceCookie, buildRefreshCookie } from '../session/session.cookies.ts';
import { getLoginKdf, buildSessionResponse, signIn } from './sign-in.service.ts';

const MAX_AGENT = 300;

/** Key derivation parameters, then the sign-in itself. */
export function signInRoutes(app: PortalApp, deps: PortalDeps): void {
  const hidesClient = createClientAddressCheck(deps.trustedProxies);
  implement(app, api.authParams, async ({ body }) => ({ kdf: await getLoginKdf(deps, body.username) }));

  implement(app, api.login, async ({ body }, ctx) => {
    if (hidesClient(ctx.request)) throw new AppError('not_configured');
    const now = ctx.now();
    const deviceId = readDeviceCookie(deps.key, ctx.request.headers.cookie);
    const { username, password: proof, remember } = body;
    const client = ctx.clientVersion ?? '';
    const agent = (ctx.request.headers['user-agent'] ?? '').slice(0, MAX_AGENT);
    const result = await signIn(
      deps,
      { username, proof, passcode: body.passcode ?? null, remember, ip: ctx.ip, client, agent, deviceId },
      now,
    );
    if (result.kind === 'refused') {
      const { code, sub } = result.error;
      const actor = result.actor === null ? {} : { actor: result.actor };
      await ctx.audit({
        ...actor,
        outcome: 'denied',
        detail: { username, code, ...(sub === null ? {} : { sub_code: sub }) },
      });
      throw result.error;
    }
    const answer = await buildSessionResponse(deps, result.opened, result.user, now);
    await ctx.audit({ actor: result.actor, detail: { amr: [...result.user.amr], remember } });
    // Cookies last: a sign-in that could not be recorded must not set one.
    const { refreshToken, cookieLifeS } = result.opened;
    void ctx.reply.header('set-cookie', [
      buildRefreshCookie(refreshToken, cookieLifeS),
      buildDeviceCookie(deps.key, result.deviceId),
    ]);
    return answer;
  });
}
