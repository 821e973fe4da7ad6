import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, Plate } from '../wire.ts';

/** Tax code of a person (16 characters) or VAT number of a company (11 digits), upper case. */
export const OwnerCode = z
  .string()
  .regex(/^(?:[A-Z0-9]{16}|\d{11})$/)
  .meta({ id: 'OwnerCode' });

/**
 * Vehicles registered today in a person's or company's name. Empty: none known. Errors as for the status of a
 * vehicle.
 */
export const ownerVehicles = endpoint({
  id: 'ownerVehicles',
  method: 'POST',
  path: '/v1/owner-vehicles',
  summary: 'Plates registered to a person or company today',
  body: z.object({ owner: OwnerCode }),
  response: z.object({ owner: OwnerCode, plates: z.array(Plate).max(1000), checked_at: IsoInstant }),
  errors: ['bad_request', 'no_auth', 'bad_credentials', 'user_not_enabled', 'unavailable'],
  access: { who: 'registry-client' },
  audit: null,
  limit: 'read',
});
