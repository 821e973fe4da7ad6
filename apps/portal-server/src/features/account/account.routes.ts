import * as api from '@varco/contract/portal/account.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { RATES } from '@varco/server-kit/rate/rate-limiter.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { queueMail } from '../../mail/outbox.repository.ts';
import { toAuditActor } from '../sign-in/sign-in.service.ts';
import { readUser } from '../user/user.service.ts';
import { completeFirstAccess, verifyEmailAddress } from './first-access.service.ts';
import { resetSecret } from './reset.service.ts';

/** First access, verification of the e-mail, lost password. */
export function accountRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.createUser, async ({ body }, ctx) => {
    const { viewer } = ctx;
    const now = ctx.now();
    const record = (): Promise<void> => ctx.audit({ detail: { email: body.email } });
    await completeFirstAccess(deps, body, { viewer, now, record });
    return readUser(deps, viewer.userId, true, now);
  });

  implement(app, api.verifyEmail, async ({ body }, ctx) => {
    const account = await verifyEmailAddress(deps, body.token, ctx.now());
    await ctx.audit({ actor: toAuditActor(account, null) });
  });

  implement(app, api.lostPassword, async ({ body }, ctx) => {
    const address = body.email.trim();
    await deps.rates.spend(RATES.lostPasswordAccount, address.toLowerCase());
    // The account of the address is looked up when the message is sent, so that known and unknown addresses take the
    // same time here.
    await queueMail(deps.db, { kind: 'reset_password', to: { address } }, ctx.now());
    await ctx.audit({ detail: { email: address } });
  });

  implement(app, api.resetPassword, async ({ body }, ctx) => {
    const { viewer } = ctx;
    await resetSecret(deps, body, { viewer, now: ctx.now(), record: () => ctx.audit() });
  });
}
