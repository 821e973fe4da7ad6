import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { plainText } from '../wire.ts';
import { Gate } from './gates.ts';

/** Fields set by the plant itself. They are accepted, so that a gate can be sent back as it was read, and ignored. */
const READ_ONLY_GATE_FIELDS = Gate.pick({
  id: true,
  rca_status: true,
  last_record_lpr: true,
  last_plate_date: true,
  stato: true,
  sd_size: true,
  enabled_for_user: true,
  pollution: true,
  updated_by: true,
}).partial();

/**
 * Address of the camera's video. User and password are not allowed, because everybody who may see the gate can read
 * it.
 */
const VideoUrl = plainText(300).regex(/^(?:https?|rtsps?):\/\/[^\s@]+$/i);

/** What an administrator sets of a gate (T 3.4). */
const GATE_FIELDS = {
  fullname: plainText(120)
    .transform((name) => name.trim().replaceAll(/\s+/g, ' '))
    .refine((name) => name !== '', 'empty'),
  desc: plainText(255).optional(),
  ordine: z.int().min(0).max(100_000).optional(),
  gps_lat: z.number().min(-90).max(90).nullable().optional(),
  gps_lon: z.number().min(-180).max(180).nullable().optional(),
  note: plainText(255).optional(),
  lane2: z.boolean().optional(),
  direction: z.int().min(0).max(4).optional(),
  modello_cam: plainText(80).optional(),
  url_video: VideoUrl.nullable().optional(),
  boundary: z.boolean().optional(),
  /** False: retired. `stato` becomes `disabled`; its past transits stay, and reads of its cameras are still taken. */
  enabled: z.boolean().optional(),
} as const;

interface SentPosition {
  readonly gps_lat?: number | null | undefined;
  readonly gps_lon?: number | null | undefined;
}

/** Latitude and longitude are sent together, or neither is. */
const isWholePosition = ({ gps_lat: lat, gps_lon: lon }: SentPosition): boolean =>
  (lat === undefined) === (lon === undefined) && (lat === null) === (lon === null);

/** Gate fields; an absent field stays unchanged. */
const GateChangeBody = READ_ONLY_GATE_FIELDS.extend({
  ...GATE_FIELDS,
  fullname: GATE_FIELDS.fullname.optional(),
  /** `updated` as read: `conflict` when somebody else saved in between. Absent: not checked. */
  updated: Gate.shape.updated.optional(),
})
  .refine(isWholePosition, 'half a position')
  .meta({ id: 'GateChange' });
export type GateChangeBody = z.infer<typeof GateChangeBody>;

const NewGateBody = z.object(GATE_FIELDS).refine(isWholePosition, 'half a position').meta({ id: 'NewGate' });
export type NewGateBody = z.infer<typeof NewGateBody>;

export const createGate = endpoint({
  id: 'createGate',
  method: 'POST',
  path: '/api/varchi',
  summary: 'A new gate; the plant gives its number, which reads name as `varco_id`',
  body: NewGateBody,
  response: Gate,
  /** `conflict`: the plant has as many gates as it may have. */
  errors: [...CALL_ERRORS, 'duplicate', 'conflict'],
  access: { who: 'plant-user', rule: 'gates.write' },
  audit: 'gates.update',
  limit: 'command',
});

export const updateGate = endpoint({
  id: 'updateGate',
  method: 'PUT',
  path: '/api/varchi/:id',
  summary: 'Change a gate; imports still recognise its earlier names',
  params: z.object({ id: z.coerce.number().int().min(1).max(32_767) }),
  body: GateChangeBody,
  response: Gate,
  errors: [
    'bad_request',
    'invalid_token',
    'no_perms',
    'not_found',
    'duplicate',
    'conflict',
    'unavailable',
    'rate_limit_exceeded',
  ],
  access: { who: 'plant-user', rule: 'gates.write' },
  audit: 'gates.update',
  limit: 'command',
});
