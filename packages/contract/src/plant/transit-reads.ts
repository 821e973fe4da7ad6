import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, TransitId } from '../wire.ts';

/** Reads of one transit that are stored at most; a camera that sends more changes nothing. */
export const MAX_TRANSIT_READS = 100;

/** What made a read one of the transit: it made it, same track, same event, same plate at the gate within 10 seconds. */
export const JOIN_RULES = ['first', 'track', 'event', 'passage'] as const;
export type JoinRule = (typeof JOIN_RULES)[number];

/** What a camera says about a vehicle that it follows, in this order. */
export const READ_STAGES = ['new', 'update', 'lost'] as const;

/** One message of a camera about the vehicle of a transit. */
export const TransitRead = z
  .object({
    /** By the camera's clock. */
    data: IsoInstant,
    /** Null: the read that made the transit, whose arrival is not recorded. */
    arrivo: IsoInstant.nullable(),
    /** Name; empty: not known any more. */
    telecamera: z.string().max(200),
    /** As read; empty: none; `**`: hidden from this person. */
    targa: z.string().max(32),
    /** Percent; null: not stated. */
    confidence: z.number().min(0).max(100).nullable(),
    /** Null: the camera does not follow vehicles. */
    fase: z.enum(READ_STAGES).nullable(),
    /** As of a transit: 3 approaching, which shows the front, 4 moving away, the rear; 0: not stated. */
    direction: z.int().min(0).max(4),
    regola: z.enum(JOIN_RULES),
    /** It set the plate of the transit when it arrived; a later one may have replaced it. */
    scelta: z.boolean(),
    /** How often the camera sent it. */
    volte: z.int().min(1),
    /**
     * Which picture of the transit is its own; `not_stored`: it brought one when the transit had some already. Null: none, past
     * its term, or hidden from this person.
     */
    foto: z.enum(['full', 'plate', 'not_stored']).nullable(),
  })
  .meta({ id: 'TransitRead' });
export type TransitRead = z.infer<typeof TransitRead>;

export const listTransitReads = endpoint({
  id: 'listTransitReads',
  method: 'GET',
  path: '/api/lpr/:id/reads',
  summary: 'Reads of cameras that were joined into a transit, oldest first; empty: it is a single read',
  params: z.object({ id: TransitId }),
  response: z.object({ objects: z.array(TransitRead).max(MAX_TRANSIT_READS) }).meta({ id: 'TransitReads' }),
  errors: FIND_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.reads',
  limit: 'read',
});
