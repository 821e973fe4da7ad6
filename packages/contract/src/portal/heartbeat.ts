import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PublicKey } from '../joining.ts';
import { LogAnnouncement, WitnessPlan } from '../tlog.ts';
import { IsoDate, IsoInstant, plainText, Uuid } from '../wire.ts';

/** Each plant reports once a minute that it is running, signed with its own key. */
export const heartbeat = endpoint({
  id: 'heartbeat',
  method: 'POST',
  path: '/api/v1/peers/heartbeat',
  summary: 'A plant reports its state (signed with the plant key)',
  body: z.object({
    plant_uuid: Uuid,
    url: z.string().max(300),
    label: plainText(80),
    status_message: plainText(300),
    server_time: IsoInstant,
    last_plate_date: IsoInstant.nullable(),
    license_expiration: IsoDate.nullable(),
    version: z.string().max(40),
    /** The transparency log of the plant; absent from plants before it. */
    audit: LogAnnouncement.optional(),
  }),
  response: z.object({
    server_time: IsoInstant,
    audit: WitnessPlan.optional(),
    /** The key by which the portal knows the plant; absent from portals before it. */
    known_key: PublicKey.optional(),
  }),
  errors: ['bad_request', 'invalid_api_key', 'rate_limit_exceeded', 'unavailable'],
  access: { who: 'plant-signature' },
  audit: null,
  limit: 'report',
});
