import { BUCKET_WIDTHS } from '@varco/domain/transits/time-buckets.ts';
import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant } from '../wire.ts';
import { Limitation, TransitSearch } from './transits.ts';

/**
 * Transits of a filter over time: the buckets that its period touches, or from the oldest visible transit on where it has no
 * start, oldest first and without a gap. Buckets begin with the clock of Rome.
 */
export const TransitHistogram = z
  .object({
    larghezza: z.enum(BUCKET_WIDTHS),
    secchi: z
      .array(
        z.object({
          /** First instant of the bucket; the transits before the start of the period are not in it. */
          inizio: IsoInstant,
          /** Exact; null: not counted, because counting took too long. */
          transiti: z.int().min(0).nullable(),
        }),
      )
      .max(1_000),
    /** First instant after the last bucket; null: there is none. */
    fine: IsoInstant.nullable(),
    limitations: z.array(Limitation).max(8),
    /** Milliseconds the plant needed. */
    took_ms: z.int().min(0),
  })
  .meta({ id: 'TransitHistogram' });
export type TransitHistogram = z.infer<typeof TransitHistogram>;

/**
 * Body and rights of the search; paging and order change nothing. Logged as part of the search of the same filter that the
 * caller began before, otherwise as a count. A filter by owner is refused, because every answer would ask the ministry.
 */
export const transitHistogram = endpoint({
  id: 'transitHistogram',
  method: 'POST',
  path: '/api/v2/lpr/histogram',
  summary: 'Number of transits of a filter over time, in buckets of a natural width',
  body: TransitSearch,
  response: TransitHistogram,
  errors: SEARCH_ERRORS,
  access: { who: 'plant-user', rule: 'transits.read' },
  limit: 'search',
  audit: 'transits.count',
});
