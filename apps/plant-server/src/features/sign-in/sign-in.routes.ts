import { randomUUID } from 'node:crypto';
import { plantChangePassword, plantLogin, plantLogout } from '@varco/contract/plant/auth.ts';
import { signToken } from '@varco/server-kit/auth/token.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { insertEndedSession } from '../../auth/ended-session.repository.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { cancelUnusedExports } from '../exports/exports.public.ts';
import type { SignInDeps } from './sign-in.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildSignInActor, changePassword, findSignInDenial, checkCredentials } from './sign-in.service.ts';
import { buildLoginResponse } from './sign-in.view.ts';

/**
 * A plant token is valid for 60 minutes and cannot be renewed: the portal signs in again with the password from the vault
 * (security rules, part 3).
 */
export const PLANT_TOKEN_LIFETIME_S = 3600;

export function signInRoutes(app: PlantApp, deps: SignInDeps): void {
  implement(app, plantLogin, async ({ body }, ctx) => {
    const { username, password, vault_proof: vaultProof } = body;
    const { user, refusal } = await checkCredentials(deps, { username, password, vaultProof, ip: ctx.ip });
    const session = randomUUID();
    const denial = refusal ?? (user === null ? null : findSignInDenial(user, password, deps.now().getTime()));
    const actor = buildSignInActor(user, username, denial === null ? session : null);
    await ctx.audit({
      actor,
      outcome: denial === null ? 'ok' : 'denied',
      detail: denial === null ? null : { code: denial.code },
    });
    if (denial !== null) throw denial;
    if (user === null) throw new Error('proven without a user');
    const now = deps.now();
    const token = signToken(deps.tokens, {
      sub: user.uuid,
      sid: session,
      ver: user.ver,
      amr: ['pwd'],
      lifeS: PLANT_TOKEN_LIFETIME_S,
      now,
    });
    const settings = await readPlantSettings(deps.store.runner);
    return buildLoginResponse(user, settings, token, Math.floor(now.getTime() / 1000) + PLANT_TOKEN_LIFETIME_S);
  });

  // The log entry and the end of the session are one transaction: a sign-out that is not recorded has not happened.
  implement(app, plantLogout, async (_input, ctx) => {
    const { session, tokenExpiresS } = ctx.viewer;
    await inTransaction(deps.pool, async (runner) => {
      await insertEndedSession(runner, session, tokenExpiresS);
      const cancelled = await cancelUnusedExports(runner, session, ctx.now());
      await ctx.audit({ detail: { cancelled_exports: cancelled } });
    });
  });

  implement(app, plantChangePassword, async ({ body }, ctx) => {
    const { user, refusal } = await checkCredentials(deps, {
      username: body.username,
      password: body.old_password,
      vaultProof: body.vault_proof,
      ip: ctx.ip,
    });
    if (refusal !== null || user === null) {
      await ctx.audit({
        actor: buildSignInActor(user, body.username, null),
        outcome: 'denied',
        detail: { code: 'bad_credentials' },
      });
      throw refusal ?? new Error('proven without a user');
    }
    await changePassword(deps, user, body.old_password, body.password);
    await ctx.audit({ actor: buildSignInActor(user, body.username, null) });
    return { ok: true as const };
  });
}
