import { z } from 'zod';
import { COLOURS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant, Plate } from '../wire.ts';

/** Facts of the ministry's registry about one vehicle on one day. */
export const RegistryVehicleFacts = z
  .object({
    class: z.enum(VEHICLE_CLASSES),
    brand: z.string().max(60),
    model: z.string().max(60),
    colour: z.enum(COLOURS),
    /** EURO class, 0 to 6; null: none (trailers). */
    euro: z.int().min(0).max(6).nullable(),
    first_registration: IsoDate,
    /** Newest contract, current or expired; null: none known. Cover lasts to `grace_until` (comporto). */
    insurance: z
      .object({
        company: z.string().max(120),
        policy: z.string().max(60),
        from: IsoDate,
        to: IsoDate,
        grace_until: IsoDate,
      })
      .nullable(),
    inspection: z.object({ last: IsoDate.nullable(), next: IsoDate }),
    /** Day of the report; null: not reported stolen. */
    stolen_since: IsoDate.nullable(),
    /** National transport lists. */
    list_a1: z.boolean(),
    list_c: z.boolean(),
  })
  .meta({ id: 'VehicleFacts' });
export type RegistryVehicleFacts = z.infer<typeof RegistryVehicleFacts>;

/**
 * Insurance, inspection, stolen lists and EURO class of a plate. `vehicle` null: the registry does not know the plate
 * (foreign, or not a plate). Errors: `no_auth` (a credential is missing), `bad_credentials` with sub-code `vpn` or
 * `ministry`, `user_not_enabled` with `vpn_locked` or `ministry_locked` after five wrong passwords, `unavailable`
 * with `congested` or `maintenance`.
 */
export const vehicleStatus = endpoint({
  id: 'vehicleStatus',
  method: 'POST',
  path: '/v1/vehicle-status',
  summary: 'Status of a plate today',
  body: z.object({ plate: Plate }),
  response: z.object({ plate: Plate, vehicle: RegistryVehicleFacts.nullable(), checked_at: IsoInstant }),
  errors: ['bad_request', 'no_auth', 'bad_credentials', 'user_not_enabled', 'unavailable'],
  access: { who: 'registry-client' },
  audit: null,
  limit: 'read',
});

/** Headers with the two credentials of a caller. */
export const REGISTRY_HEADERS = {
  vpnUser: 'x-vpn-user',
  vpnPassword: 'x-vpn-password',
  ministryUser: 'x-ministry-user',
  ministryPassword: 'x-ministry-password',
} as const;
