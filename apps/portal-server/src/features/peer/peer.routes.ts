import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { buildWrongIpMessage } from '@varco/domain/portal/plant-status.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { verifySigningPlant } from '../../auth/plant-signer.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { exchangeLogs } from './witness-plan.service.ts';
import { storeHeartbeat } from './peer.repository.ts';

/** Endpoints for reports of plants. */
export function peerRoutes(app: PortalApp, deps: PortalDeps): void {
  implement(app, heartbeat, async ({ body }, ctx) => {
    const now = ctx.now();
    const plant = await verifySigningPlant(deps, ctx.request, now);
    if (body.plant_uuid !== plant.uuid) throw new AppError('invalid_api_key');
    // Address and label come from the registry: a plant cannot rename or move itself in everybody's list.
    await storeHeartbeat(
      deps.db,
      plant.id,
      {
        // Only the portal sees the real source address, so it sets the message itself when the address is not the
        // expected one (P 4).
        statusMessage:
          plant.expected_ip === null || plant.expected_ip === ctx.ip
            ? body.status_message
            : buildWrongIpMessage(plant.expected_ip, ctx.ip),
        serverTime: body.server_time,
        lastPlateAt: body.last_plate_date,
        licenseExpiration: body.license_expiration,
        version: body.version,
        externalIp: ctx.ip,
      },
      now,
    );
    const audit = body.audit === undefined ? null : await exchangeLogs(deps, plant, body.audit);
    return {
      server_time: now,
      ...(audit === null ? {} : { audit }),
      ...(plant.public_key === null ? {} : { known_key: plant.public_key.toString('base64url') }),
    };
  });
}
