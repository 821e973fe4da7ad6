import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { wrongIpMessage } from '@varco/domain/portal/plant-status.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { verifyPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { importPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { FastifyRequest } from 'fastify';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { findEnrolledPeer, noteHeartbeat, useNonce } from './peer.queries.ts';

/** What plants tell the portal. */
export function peerRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, heartbeat, async ({ body }, ctx) => {
    const now = ctx.now();
    const plant = await signerOf(deps, ctx.request, now);
    if (body.plant_uuid !== plant.uuid) throw new AppError('invalid_api_key');
    // Address and label are the registry's: a plant cannot rename or move itself in everybody's list.
    await noteHeartbeat(
      deps.db,
      plant.id,
      {
        // Only the portal sees where the call really came from, so it says itself when that is not the agreed place (P 4).
        statusMessage:
          plant.expected_ip === null || plant.expected_ip === ctx.ip
            ? body.status_message
            : wrongIpMessage(plant.expected_ip, ctx.ip),
        serverTime: body.server_time,
        lastPlateAt: body.last_plate_date,
        licenseExpiration: body.license_expiration,
        version: body.version,
        externalIp: ctx.ip,
      },
      now,
    );
    return { server_time: now };
  });
}

/** The enrolled plant whose key signed this very call. Throws `missing_api_key` or `invalid_api_key`. */
async function signerOf(deps: PortalDeps, request: FastifyRequest, now: string) {
  let found: Awaited<ReturnType<typeof findEnrolledPeer>>;
  await verifyPlantCall(request, {
    now: new Date(now),
    async keysOf(uuid) {
      found = await findEnrolledPeer(deps.db, uuid);
      const x = found?.public_key?.toString('base64url');
      return x === undefined ? [] : [importPublicJwk({ kty: 'OKP', crv: 'Ed25519', x })];
    },
    nonces: { useOnce: async (_uuid, nonce) => found !== undefined && useNonce(deps.db, found.id, nonce, now) },
  });
  if (found === undefined) throw new AppError('invalid_api_key');
  return found;
}
