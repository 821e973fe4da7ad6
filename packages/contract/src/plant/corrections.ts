import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { Plate, plainText, TransitId } from '../wire.ts';
import { PlateCorrection } from './transit-detail.ts';

/** Decisions, "What the camera read is never changed": the correction is a second value, and searches match both. */
export const correctPlate = endpoint({
  id: 'correctPlate',
  method: 'PUT',
  path: '/api/lpr/:id/correction',
  summary: 'Correct the plate of a transit; sending the plate as read removes an earlier correction',
  params: z.object({ id: TransitId }),
  body: z.object({
    /** Empty: none was read; only for a passage without a plate, whose correction it removes. */
    targa: Plate.or(z.literal('')),
    /** The reason, in the person's own words. */
    reason: plainText(500).refine((text) => text.trim().length >= 3, 'too short'),
  }),
  response: z.object({ correzione: PlateCorrection.nullable() }).meta({ id: 'CorrectPlateAnswer' }),
  errors: FIND_ERRORS,
  access: { who: 'plant-user', rule: 'transits.correct' },
  audit: 'transits.correct-plate',
  limit: 'command',
});
