import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, TransitId } from '../wire.ts';
import { Transit } from './transit.ts';
import { Limitation } from './transits.ts';

/**
 * Maximum number of gates in one session of the camera monitor on a plant, and minutes until the session must be
 * opened again.
 */
export const MAX_WATCHED_GATES = 200;
export const MAX_WATCH_MINUTES = 15;

const WatchedGates = z.array(z.int().min(1).max(32_767)).min(1).max(MAX_WATCHED_GATES);

export const GateLatest = z
  .object({
    /** Newest visible transit of each gate, newest first. Recurrence is not counted here. */
    objects: z.array(Transit).max(MAX_WATCHED_GATES),
    limitazioni: z.array(Limitation).max(8),
    /** Clock of the plant, from which ages are computed. */
    ora: IsoInstant,
    took_ms: z.int().min(0),
  })
  .meta({ id: 'GateLatest' });
export type GateLatest = z.infer<typeof GateLatest>;

/**
 * Opens a session of the camera monitor and writes one log entry for it: who, which gates, when, and why. The
 * `followWatch` calls belong to this entry (ADR 0022).
 */
export const openWatch = endpoint({
  id: 'openWatch',
  method: 'POST',
  path: '/api/v2/lpr/watch',
  summary: 'Start to watch gates: their newest transits, and a grant to request newer ones for a limited time',
  body: z.object({ varchi: WatchedGates }),
  response: GateLatest.extend({
    /** Pass it to `followWatch`, with the same gates. */
    visione: z.string().max(200),
    scade: IsoInstant,
  }).meta({ id: 'OpenedWatch' }),
  errors: FIND_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.watch',
  limit: 'search',
});

export const followWatch = endpoint({
  id: 'followWatch',
  method: 'POST',
  path: '/api/v2/lpr/watch/latest',
  summary: 'The newest transits of watched gates; requires the grant of a logged openWatch call',
  body: z.object({
    varchi: WatchedGates,
    visione: z.string().max(200),
    /** Transits already shown: excluded from the response. */
    noti: z.array(TransitId).max(MAX_WATCHED_GATES).optional(),
  }),
  response: GateLatest,
  errors: FIND_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: null,
  limit: 'read',
});
