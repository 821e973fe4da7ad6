import { acceptJoining, challengeJoining } from '@varco/contract/plant/joining.ts';
import { describeKey } from '@varco/server-kit/auth/joining-key.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { type RateRule, toAddressParty } from '@varco/server-kit/rate/rate-limiter.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import {
  answerJoiningCall,
  findJoiningFault,
  type JoiningCall,
  makeChallenge,
  openJoiningCall,
  usePortalCode,
} from './accept-portal.ts';
import { recordShowing } from './joining-codes.repository.ts';
import type { JoiningDeps } from './joining.deps.ts';

/** Joining takes two calls; more is somebody trying. */
const JOINING_RATE: RateRule = { name: 'joining', limit: 30, windowS: 600 };

/**
 * The calls with which a portal joins (ADR 0036). Nobody is signed in: the caller proves that it has a code and the key it
 * names. What fails after that is recorded; what fails before is only counted, so that strangers cannot fill the log.
 */
export function portalCallRoutes(app: PlantApp, deps: JoiningDeps): void {
  implement(app, challengeJoining, async ({ body }, ctx) => {
    await deps.rates.spend(JOINING_RATE, toAddressParty(ctx.ip));
    const call = await openJoiningCall(deps, 'challenge', body, ctx.now());
    const fault = await findJoiningFault(deps, deps.store.runner, call);
    if (fault !== null) throw await recordRefusal(ctx, call, fault);
    const portal = { origin: body.portal_origin, key: Buffer.from(body.portal_key, 'base64url') };
    await ctx.audit({ count: 1, detail: describeCall(call) });
    await recordShowing(deps.store.runner, call.code.id, portal, call.nowIso);
    return answerJoiningCall(deps, call, makeChallenge(deps, call));
  });

  implement(app, acceptJoining, async ({ body }, ctx) => {
    await deps.rates.spend(JOINING_RATE, toAddressParty(ctx.ip));
    const call = await openJoiningCall(deps, 'accept', body, ctx.now());
    await usePortalCode(deps, call, ({ isRepeated, formerOrigin }) =>
      ctx.audit({
        count: 1,
        detail: { ...describeCall(call), repeated: isRepeated, before: formerOrigin, by: call.code.created_by },
      }),
    ).catch(async (error: unknown) => {
      throw error instanceof AppError && error.code === 'conflict' ? await recordRefusal(ctx, call, error) : error;
    });
    return answerJoiningCall(deps, call, body.challenge);
  });
}

/** Records why a portal with a code was refused; returns the error to throw. */
async function recordRefusal(ctx: CallContext<null>, call: JoiningCall, error: AppError): Promise<AppError> {
  await ctx.audit({ outcome: 'denied', detail: { ...describeCall(call), fault: error.sub ?? error.code } });
  return error;
}

const describeCall = ({ body, code }: JoiningCall) => ({
  code: code.id,
  portal: body.portal_uuid,
  origin: body.portal_origin.slice(0, 300),
  fingerprint: describeKey(Buffer.from(body.portal_key, 'base64url')),
});
