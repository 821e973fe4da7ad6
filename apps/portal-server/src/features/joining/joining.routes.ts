import { checkJoiningCode, joinPlant } from '@varco/contract/portal/joining.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import type { RateRule } from '@varco/server-kit/rate/rate-limiter.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { toRegistryPeer } from '../peer/registry.view.ts';
import { findPlantOfCode, takePlant, toJoiningPreview } from './join-plant.service.ts';

/** Each call makes the portal call an address of somebody's choice. */
const JOINING_RATE: RateRule = { name: 'joining', limit: 30, windowS: 600 };

/** Plants join the registry by a code of their administrator (ADR 0036). */
export function joiningRoutes(app: PortalApp, deps: PortalDeps): void {
  const client = createOutboundClient({ allowedCidrs: deps.outboundCidrs });

  implement(app, checkJoiningCode, async ({ body }, ctx) => {
    await deps.rates.spend(JOINING_RATE, ctx.viewer.uuid);
    const found = await findPlantOfCode(deps, client, body.code, ctx.signal);
    const preview = toJoiningPreview(deps, found);
    const { uuid: plant, address, plant_fingerprint: fingerprint } = preview;
    await ctx.audit({ count: 1, detail: { plant, address, fingerprint } });
    return preview;
  });

  implement(app, joinPlant, async ({ body }, ctx) => {
    await deps.rates.spend(JOINING_RATE, ctx.viewer.uuid);
    const consent = { fingerprint: body.fingerprint, confirmsChange: body.confirms_change };
    const found = await findPlantOfCode(deps, client, body.code, ctx.signal);
    const row = await takePlant(deps, found, consent, (facts) => ctx.audit({ count: 1, detail: { ...facts } }));
    return toRegistryPeer(row, ctx.now());
  });
}
