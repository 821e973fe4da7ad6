import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, TransitId } from '../wire.ts';
import { Transit } from './transit.ts';
import { Limitation } from './transits.ts';

/** Gates one opening of the camera monitor watches on a plant, and how long it may go on before it is opened again. */
export const MOST_WATCHED_GATES = 200;
export const WATCH_MINUTES = 15;

const Gates = z.array(z.int().min(1).max(32_767)).min(1).max(MOST_WATCHED_GATES);

export const GateLatest = z
  .object({
    /** Newest transit of each gate that has one in sight, newest first. Recurrence is not counted here. */
    objects: z.array(Transit).max(MOST_WATCHED_GATES),
    limitazioni: z.array(Limitation).max(8),
    /** Clock of the plant: ages are told by it. */
    ora: IsoInstant,
    took_ms: z.int().min(0),
  })
  .meta({ id: 'GateLatest' });
export type GateLatest = z.infer<typeof GateLatest>;

const ERRORS = [
  'bad_request',
  'invalid_token',
  'no_perms',
  'not_found',
  'reason_required',
  'unavailable',
  'rate_limit_exceeded',
] as const;

/** One entry in the log for an opening: who, which gates, when, and why. What follows belongs to it (ADR 0108). */
export const openWatch = endpoint({
  id: 'openWatch',
  method: 'POST',
  path: '/api/v2/lpr/watch',
  summary: 'Begins to watch gates: their newest transits, and the leave to ask for newer ones for a while',
  body: z.object({ varchi: Gates }),
  response: GateLatest.extend({
    /** To be sent with `followWatch`, with the same gates. */
    visione: z.string().max(200),
    scade: IsoInstant,
  }).meta({ id: 'OpenedWatch' }),
  errors: ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.watch',
  limit: 'search',
});

export const followWatch = endpoint({
  id: 'followWatch',
  method: 'POST',
  path: '/api/v2/lpr/watch/latest',
  summary: 'The newest transits of watched gates; only with the leave of an opening that is in the log',
  body: z.object({
    varchi: Gates,
    visione: z.string().max(200),
    /** Transits already shown: left out of the answer. */
    noti: z.array(TransitId).max(MOST_WATCHED_GATES).optional(),
  }),
  response: GateLatest,
  errors: ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: null,
  limit: 'read',
});
