import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint, fileResponse } from '../endpoint.ts';
import { TransitId } from '../wire.ts';
import { PictureTickets } from './transit.ts';

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Tickets for the pictures of up to 100 transits, recorded as one audit entry. */
export const pictureTickets = endpoint({
  id: 'pictureTickets',
  method: 'POST',
  path: '/api/media/tickets',
  summary: 'One-use tickets (120 s) for pictures of transits',
  body: z.object({
    ids: z.array(TransitId).min(1).max(100),
    variants: z
      .array(z.enum(['t100', 't400', 'full', 'plate', 'context']))
      .min(1)
      .max(5),
  }),
  response: z.object({ tickets: z.array(z.object({ id: TransitId, tickets: PictureTickets })).max(100) }),
  errors: SEARCH_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.picture-tickets',
  limit: 'search',
});

/** Every refusal is the same 403, so that nothing can be learned by trying tickets. */
export const getPicture = endpoint({
  id: 'getPicture',
  method: 'GET',
  path: '/api/media/:ticket',
  summary: 'A picture by its one-use ticket',
  params: z.object({ ticket: z.string().max(400) }),
  response: fileResponse(...PICTURE_TYPES),
  errors: ['no_perms', 'unavailable'],
  access: { who: 'picture-ticket' },
  audit: 'transits.picture',
  limit: 'read',
});

export const getTransitImage = endpoint({
  id: 'getTransitImage',
  method: 'GET',
  path: '/api/lpr/:id/image',
  summary: 'A picture with a bearer token, for other clients',
  params: z.object({ id: TransitId }),
  query: z.object({ variant: z.enum(['t100', 't400', 'full', 'plate', 'context']).default('full') }),
  response: fileResponse(...PICTURE_TYPES),
  errors: ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'reason_required', 'unavailable'],
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.picture',
  limit: 'read',
});
