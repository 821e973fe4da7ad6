import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, Plate, plainText } from '../wire.ts';

/** Free text of at least 3 characters, not counting spaces at the ends. */
const requiredText = (max: number) => plainText(max).refine((text) => text.trim().length >= 3, 'too short');

/**
 * A legal hold: reads kept beyond the retention period. `dal` and `al` are instants of reads, both included, null:
 * open.
 */
export const LegalHold = z
  .object({
    id: z.uuid(),
    /** As read or as corrected; empty: every plate of the window. */
    targhe: z.array(Plate).max(100),
    dal: IsoInstant.nullable(),
    al: IsoInstant.nullable(),
    motivo: z.string().max(500),
    /** The act (order) on which the hold is based. */
    atto: z.string().max(200),
    autore: z.string().max(120),
    creato_il: IsoInstant,
    /** When it was lifted; null: in force. */
    tolto_il: IsoInstant.nullable(),
    tolto_da: z.string().max(120).nullable(),
    motivo_fine: z.string().max(500).nullable(),
  })
  .meta({ id: 'LegalHold' });
export type LegalHold = z.infer<typeof LegalHold>;

const MANAGE = { who: 'plant-user', rule: 'retention.manage' } as const;

export const listHolds = endpoint({
  id: 'listHolds',
  method: 'GET',
  path: '/api/retention/holds',
  summary: 'Legal holds, those in force first, newest first',
  response: z.object({ objects: z.array(LegalHold).max(1000) }),
  errors: CALL_ERRORS,
  access: MANAGE,
  audit: 'retention.read-holds',
  limit: 'read',
});

const change = { access: MANAGE, limit: 'command' } as const;

export const addHold = endpoint({
  ...change,
  id: 'addHold',
  method: 'POST',
  path: '/api/retention/holds',
  summary: 'Exclude transits and pictures (by plate, time window or both) from deletion; in force with the response',
  body: z
    .object({
      targhe: z.array(Plate).max(100).optional(),
      dal: IsoInstant.optional(),
      al: IsoInstant.optional(),
      motivo: requiredText(500),
      atto: requiredText(200),
    })
    .refine(
      ({ targhe, dal, al }) => (targhe ?? []).length > 0 || (dal !== undefined && al !== undefined),
      'plates, or both ends of a window',
    ),
  response: LegalHold,
  errors: [...CALL_ERRORS, 'conflict'],
  audit: 'retention.add-hold',
});

export const liftHold = endpoint({
  ...change,
  id: 'liftHold',
  method: 'POST',
  path: '/api/retention/holds/:id/lift',
  summary: 'End a legal hold: its transits are deleted by the next run if their retention is over',
  params: z.object({ id: z.uuid() }),
  body: z.object({ motivo: requiredText(500) }),
  response: LegalHold,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'retention.lift-hold',
});
