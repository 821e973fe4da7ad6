import { timingSafeEqual } from 'node:crypto';
import * as api from '@varco/contract/portal/peers.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { RateRule } from '@varco/server-kit/rate/rate-limiter.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { readUser } from '../user/user.service.ts';
import * as queries from './registry.repository.ts';
import { updatePeer } from './registry.service.ts';
import { toRegistryPeer } from './registry.view.ts';

/** Limits guessing of plant codes. */
const PLANT_CODE_RATE: RateRule = { name: 'plant-code', limit: 10, windowS: 3_600 };

/**
 * The registry of plants: administrators maintain it, and users add a plant to their own list with its code
 * (PLANT-12).
 */
export function registryRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, api.listPeers, async (_input, ctx) => {
    const rows = await queries.findAllPeers(deps.db);
    return { peers: rows.map((row) => toRegistryPeer(row, ctx.now())) };
  });

  implement(app, api.updatePeer, async ({ params, body }, ctx) => {
    const row = await updatePeer(deps, params.peer, body, (uuid) => ctx.audit({ count: 1, detail: { plant: uuid } }));
    return toRegistryPeer(row, ctx.now());
  });

  implement(app, api.deletePeer, async ({ params }, ctx) => {
    await deps.db.transaction().execute(async (tx) => {
      const row = await queries.findPeer(tx, params.peer);
      if (row === undefined || !(await queries.removePeer(tx, row.id))) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { plant: row.uuid } });
    });
  });

  implement(app, api.registerPeer, async ({ params, body }, ctx) => {
    const { viewer } = ctx;
    if (params.id !== viewer.userId) throw new AppError('no_perms');
    await deps.rates.spend(PLANT_CODE_RATE, viewer.uuid);
    const peer = await queries.findPeerWithCode(deps.db, body.plant_uuid);
    const expected = peer?.plant_code_hash ?? null;
    // An unknown plant, one without a code and a wrong code give the same response, so that the registry cannot be
    // explored by trying.
    if (peer === undefined || expected === null || !timingSafeEqual(expected, hashSecretText(body.plant_code)))
      throw new AppError('bad_credentials');
    await queries.addPeerToUser(deps.db, viewer.userId, peer.id);
    await ctx.audit({ count: 1, detail: { plant: body.plant_uuid } });
    return readUser(deps, viewer.userId, true, ctx.now());
  });
}
