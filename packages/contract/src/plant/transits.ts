import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { commaList, IsoInstant, Pagination, QueryBoolean, TransitId } from '../wire.ts';
import { Transit, TransitDetail } from './transit.ts';

const optionalInt = (min: number, max: number) => z.coerce.number().int().min(min).max(max).optional();

/** Plate pattern: letters, digits and `, ; = { } *` (T 5.1). */
export const PlatePattern = z
  .string()
  .max(2000)
  .regex(/^[A-Za-z0-9,;={}* ]*$/);

/**
 * Filter query names of T 7.1, the same in the GET query and in the body of the POST twin.
 * Absent: no restriction. Times are half-open inside the server; `f_endTime` 59.999 is turned at the edge.
 */
export const TransitFilter = z
  .object({
    filtering: QueryBoolean.optional(),
    f_targa: PlatePattern.optional(),
    /** NA, NR, RUB, BL, PN, WL. */
    f_infrazione: commaList(z.enum(['NA', 'NR', 'RUB', 'BL', 'PN', 'WL']), 6).optional(),
    f_varchi: commaList(z.coerce.number().int().min(1), 200).optional(),
    f_colore: commaList(z.string().max(20), 12).optional(),
    f_tipo: commaList(z.string().max(20), 12).optional(),
    f_nazioni: commaList(z.string().max(3), 60).optional(),
    f_startTime: IsoInstant.optional(),
    f_endTime: IsoInstant.optional(),
    f_adr_only: QueryBoolean.optional(),
    f_direction: commaList(z.coerce.number().int().min(1).max(4), 4).optional(),
    f_speed_min: optionalInt(0, 400),
    f_speed_max: optionalInt(0, 400),
    f_include_count: QueryBoolean.optional(),
    /** Sign and field: -data (default), +count_transits, ...; a plus that a query turned into a space counts as one. */
    order_by: z
      .string()
      .regex(/^[+ -]?(data|count_transits|g_transits|g_transit_days)$/)
      .optional(),
    /** Instant of the very first row of page 1: rows that arrived later stay out of the paging. */
    ref_time: IsoInstant.optional(),
    paginate: QueryBoolean.optional(),
    p: optionalInt(1, 1_000_000),
    offs: optionalInt(0, 10_000_000),
    page_size: optionalInt(1, 999),
  })
  .meta({ id: 'TransitFilter' });
export type TransitFilter = z.infer<typeof TransitFilter>;

/** The POST twin also asks for picture tickets, and cancels by closing the connection. */
export const TransitSearchBody = TransitFilter.extend({
  tickets: z
    .array(z.enum(['t100', 't400']))
    .max(2)
    .optional(),
}).meta({ id: 'TransitSearchBody' });

/** Why a plant's answer may be less than the whole. The completeness line says it. */
export const Limitation = z.enum(['t_max', 'gates', 'retention', 'count_capped']).meta({ id: 'Limitation' });
export type Limitation = z.infer<typeof Limitation>;

export const TransitPage = z
  .object({
    objects: z.array(Transit).max(999),
    pagination: Pagination,
    /** Restrictions that applied to this viewer in this search. */
    limitations: z.array(Limitation).max(8),
    /** Time of the newest read the plant has; null: none yet. */
    newest_read: IsoInstant.nullable(),
    /** Milliseconds the plant spent. */
    took_ms: z.int().min(0),
  })
  .meta({ id: 'TransitPage' });
export type TransitPage = z.infer<typeof TransitPage>;

export const TransitCount = z
  .object({ count: z.int().min(0), limitations: z.array(Limitation).max(8) })
  .meta({ id: 'TransitCount' });

const SEARCH_ERRORS = [
  'bad_request',
  'invalid_token',
  'no_perms',
  'reason_required',
  'unavailable',
  'rate_limit_exceeded',
] as const;
const READ = { who: 'plant-user', rule: 'transits.read' } as const;

export const listTransits = endpoint({
  id: 'listTransits',
  method: 'GET',
  path: '/api/v2/lpr',
  summary: 'Transits by filter, as specified; the product itself uses the POST twin',
  query: TransitFilter,
  response: TransitPage,
  errors: SEARCH_ERRORS,
  access: READ,
  audit: 'transits.search',
  limit: 'search',
});

export const searchTransits = endpoint({
  id: 'searchTransits',
  method: 'POST',
  path: '/api/v2/lpr/search',
  summary: 'Transits by filter (POST twin: plates stay out of addresses and logs)',
  body: TransitSearchBody,
  response: TransitPage,
  errors: SEARCH_ERRORS,
  access: READ,
  audit: 'transits.search',
  limit: 'search',
});

export const countTransits = endpoint({
  id: 'countTransits',
  method: 'GET',
  path: '/api/v2/lpr/count',
  summary: 'Exact number of transits of a filter',
  query: TransitFilter,
  response: TransitCount,
  errors: SEARCH_ERRORS,
  access: READ,
  audit: 'transits.count',
  limit: 'search',
});

export const countTransitsByBody = endpoint({
  id: 'countTransitsByBody',
  method: 'POST',
  path: '/api/v2/lpr/count',
  summary: 'Exact number of transits of a filter (POST twin)',
  body: TransitFilter,
  response: TransitCount,
  errors: SEARCH_ERRORS,
  access: READ,
  audit: 'transits.count',
  limit: 'search',
});

export const getTransit = endpoint({
  id: 'getTransit',
  method: 'GET',
  path: '/api/lpr/:id',
  summary: 'One transit with everything the detail shows',
  params: z.object({ id: TransitId }),
  response: TransitDetail,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'reason_required', 'unavailable'],
  access: READ,
  audit: 'transits.read',
  limit: 'read',
});
