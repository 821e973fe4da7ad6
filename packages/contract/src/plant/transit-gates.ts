import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, TransitId } from '../wire.ts';

/** Transits of one call. */
export const MAX_LOCATED_TRANSITS = 200;

/** Ids that do not exist, and those the caller may not open, are left out alike. */
export const locateTransits = endpoint({
  id: 'locateTransits',
  method: 'POST',
  path: '/api/lpr/locate',
  summary: 'Gate and time of transits that are named by their ids, for the map of a case',
  body: z.object({ ids: z.array(TransitId).min(1).max(MAX_LOCATED_TRANSITS) }),
  response: z
    .object({
      objects: z.array(z.object({ id: TransitId, data: IsoInstant, varco_id: z.int() })).max(MAX_LOCATED_TRANSITS),
    })
    .meta({ id: 'LocatedTransits' }),
  errors: SEARCH_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.locate',
  limit: 'search',
});
