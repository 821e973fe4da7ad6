import { confirmMinistryAccess } from '@varco/contract/plant/ministry-access.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { LookUpsDeps } from './look-ups.deps.ts';

/** Fewer attempts than the number after which the ministry locks an account. */
const CONFIRM_RATE = { name: 'registry-confirm', limit: 3, windowS: 3_600 };

/** Lets an administrator confirm the plant's credentials after they were refused. */
export function ministryAccessRoutes(app: PlantApp, { ministry, rates }: LookUpsDeps): void {
  implement(app, confirmMinistryAccess, async (_input, ctx) => {
    if (!ministry.isConfigured()) throw new AppError('unavailable', { sub: 'registry_missing' });
    const before = ministry.getState();
    await rates.spend(CONFIRM_RATE, 'registry');
    await ministry.confirmAccess();
    const { ministry: ministryCode, vpn } = ministry.getState();
    await ctx.audit({ count: 1, detail: { ministry: before.ministry, vpn: before.vpn } });
    return { ministry: ministryCode, vpn };
  });
}
