import * as api from '@varco/contract/portal/two-factor.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalViewer } from '../../auth/portal-viewer.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { withCountedProof } from '../sign-in/slow-down.service.ts';
import { findUser } from '../user/user.repository.ts';
import { isSecondFactorRequired } from './required.ts';
import { countUnusedCodes } from './two-factor.repository.ts';
import { renewCodes, startSetup, disableTwoFactor, enableTwoFactor, verifySetup } from './two-factor.service.ts';

interface OwnCall {
  readonly viewer: PortalViewer;
  readonly ip: string;
  now(): string;
  audit(): Promise<void>;
}

/** An administrator can reset another person's second factor, and do nothing else with it. */
function requireOwnAccount(id: number, { viewer }: OwnCall): void {
  if (id !== viewer.userId) throw new AppError('no_perms');
}

/** Two-factor of the caller's own account (P 2, P 8): start, verify, enable, disable, recovery codes. */
export function twoFactorRoutes(app: PortalApp, deps: PortalDeps): void {
  /** Runs a step on the caller's own account; a wrong password or code counts as a failed sign-in. */
  const step = <T>(
    id: number,
    ctx: OwnCall,
    work: (context: Parameters<typeof enableTwoFactor>[1]) => Promise<T>,
  ): Promise<T> => {
    requireOwnAccount(id, ctx);
    const { viewer } = ctx;
    const attempt = { account: String(viewer.userId), ip: ctx.ip, knownDevice: viewer.deviceId };
    const now = ctx.now();
    return withCountedProof(deps, attempt, now, () => work({ viewer, now, record: () => ctx.audit() }));
  };

  implement(app, api.twoFactorState, async ({ params }, ctx) => {
    requireOwnAccount(params.id, ctx);
    const user = await findUser(deps.db, params.id);
    if (user === undefined) throw new AppError('no_perms');
    return {
      enabled: user.enable_2fa,
      required: isSecondFactorRequired(deps.settings.current(), user),
      recovery_codes_left: await countUnusedCodes(deps.db, params.id),
    };
  });

  implement(app, api.startTwoFactor, ({ params, body }, ctx) =>
    step(params.id, ctx, (context) => startSetup(deps, body.password, context)),
  );
  implement(app, api.verifyTwoFactor, ({ params, body }, ctx) =>
    step(params.id, ctx, (context) => verifySetup(deps, body.passcode, context)),
  );
  implement(app, api.enableTwoFactor, async ({ params }, ctx) => ({
    recovery_codes: await step(params.id, ctx, (context) => enableTwoFactor(deps, context)),
  }));
  implement(app, api.disableTwoFactor, ({ params, body }, ctx) =>
    step(params.id, ctx, (context) => disableTwoFactor(deps, body, context)),
  );
  implement(app, api.renewRecoveryCodes, async ({ params, body }, ctx) => ({
    recovery_codes: await step(params.id, ctx, (context) => renewCodes(deps, body, context)),
  }));
}
