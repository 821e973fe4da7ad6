import { z } from 'zod';
import { SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint, eventStream } from '../endpoint.ts';
import { ADR_CLASSES } from '@varco/domain/code-lists.ts';
import { MAX_MEASURED_TERMS } from '@varco/domain/plates/widen-plate-query.ts';
import {
  commaList,
  IsoInstant,
  MAX_FILTER_GATES,
  Pagination,
  plainText,
  QueryBoolean,
  TransitId,
  wireInt,
} from '../wire.ts';
import { Transit } from './transit.ts';

const optionalInt = (min: number, max: number) => wireInt(min, max).optional();

/** Plate pattern: letters, digits and `, ; = { } *` (T 5.1). */
export const PlatePattern = z
  .string()
  .max(2000)
  .regex(/^[A-Za-z0-9,;={}* ]*$/);

/**
 * Filter query names of T 7.1, the same in the GET query and in the body of the POST twin. ADR 0006 defines what each
 * means on a row. Absent: no restriction. Times are half-open inside the server; `f_endTime` 59.999 is converted at
 * the edge.
 */
export const TransitFilter = z
  .object({
    /** Sent by some clients; ignored: filters apply with or without it. */
    filtering: QueryBoolean.optional(),
    f_targa: PlatePattern.optional(),
    /** Confusable characters count as equal. */
    f_allowed_plate_misreads: QueryBoolean.optional(),
    /** Characters of the plate that may be changed, missing or too many. */
    f_allowed_plate_errors: optionalInt(0, 3),
    /** Tax code (16) or VAT number (11) of the owner: the plates are requested from the ministry. */
    f_codfisc: z
      .string()
      .max(40)
      .regex(/^ *(?:[A-Za-z0-9] *){10,32}$/)
      .optional(),
    /** NA, NR, RUB, BL, PN, WL. */
    f_infrazione: commaList(z.enum(['NA', 'NR', 'RUB', 'BL', 'PN', 'WL']), 6).optional(),
    f_varchi: commaList(wireInt(1, Number.MAX_SAFE_INTEGER), MAX_FILTER_GATES).optional(),
    f_colore: commaList(plainText(20), 12).optional(),
    /** Ids of this plant's brands and models; 999999: a brand it does not have. */
    f_brand_id: commaList(wireInt(1, 2_147_483_647), 200).optional(),
    f_tipo: commaList(plainText(20), 12).optional(),
    f_nazioni: commaList(plainText(3), 60).optional(),
    /** 1 any, 2 national, 3 other. */
    f_national: optionalInt(1, 3),
    /** Province numbers; negative: all but these. */
    f_province: commaList(
      wireInt(-999, 999).refine((id) => id !== 0),
      214,
    ).optional(),
    /** Registered in the plant's municipality, or elsewhere. */
    f_local: QueryBoolean.optional(),
    f_foreign: QueryBoolean.optional(),
    f_startTime: IsoInstant.optional(),
    f_endTime: IsoInstant.optional(),
    f_adr_only: QueryBoolean.optional(),
    /** First characters of the Kemler code and of the four UN digits. */
    f_kemler: z
      .string()
      .regex(/^[Xx]?\d{0,3}$/)
      .optional(),
    f_onu: z
      .string()
      .regex(/^\d{0,4}$/)
      .optional(),
    f_adr_class: commaList(z.enum(ADR_CLASSES), 13).optional(),
    f_direction: commaList(wireInt(1, 4), 4).optional(),
    f_lane: commaList(wireInt(0, 20), 21).optional(),
    f_speed_min: optionalInt(0, 400),
    f_speed_max: optionalInt(0, 400),
    /** One row per plate: its newest matching transit. */
    f_distinct: QueryBoolean.optional(),
    /** Excludes plates that are not completely readable. */
    no_unknown: QueryBoolean.optional(),
    /**
     * Passages whose plate no camera read: `only` these, or `with` those that have a plate. Absent: only those that have
     * one. They match no plate filter; `only` beside one or beside a recurrence is refused.
     */
    f_unread: z.enum(['only', 'with']).optional(),
    /** Passages of the plate in the searched time: strictly less, equal, strictly more. */
    f_count_lt: optionalInt(0, 99),
    f_count_eq: optionalInt(0, 99),
    f_count_gt: optionalInt(0, 99),
    f_include_count: QueryBoolean.optional(),
    /** Sign and field: -data (default), +count_transits, ...; a plus that the query decoded as a space is accepted. */
    order_by: z
      .string()
      .regex(/^[+ -]?(data|count_transits|g_transits|g_transit_days)$/)
      .optional(),
    /** Instant of the very first row of page 1: rows that arrived later are excluded from the paging. */
    ref_time: IsoInstant.optional(),
    paginate: QueryBoolean.optional(),
    p: optionalInt(1, 1_000_000),
    offs: optionalInt(0, 100_000_000),
    page_size: optionalInt(1, 999),
    /**
     * Varco extension: id of the last row of the previous page, or of the first row of the next one; pages in time
     * order are then found by it at any depth. `offs` still states the offset of the page.
     */
    after_id: TransitId.optional(),
    before_id: TransitId.optional(),
  })
  .meta({ id: 'TransitFilter' });
export type TransitFilter = z.infer<typeof TransitFilter>;

/** A search names the approval under which it goes beyond the limits of the caller's role (ADR 0027). */
export const TransitSearch = TransitFilter.extend({ consenso: z.uuid().optional() }).meta({ id: 'TransitSearch' });
export type TransitSearch = z.infer<typeof TransitSearch>;

/** The POST twin can also request picture tickets, and is cancelled by closing the connection. */
export const TransitSearchBody = TransitSearch.extend({
  tickets: z
    .array(z.enum(['t100', 't400']))
    .max(2)
    .optional(),
}).meta({ id: 'TransitSearchBody' });

/** Why a plant's rows may be incomplete; shown in the completeness line. */
export const Limitation = z
  .enum(['t_max', 'gates', 'retention', 'count_capped', 'look_back'])
  .meta({ id: 'Limitation' });
export type Limitation = z.infer<typeof Limitation>;

const PlateCharacter = z.string().regex(/^[A-Z0-9]$/);

/**
 * Characters that cameras of the searched gates were measured to confuse, by which a search with misreads was widened: a
 * plate with `giusta` was also searched as read with `letta`, the most frequent first. `esclusi`: pairs left out because
 * they would have made the search too large.
 */
export const MeasuredMisreads = z
  .object({
    usati: z.array(z.object({ letta: PlateCharacter, giusta: PlateCharacter })).max(MAX_MEASURED_TERMS),
    esclusi: z.int().min(0),
  })
  .meta({ id: 'MeasuredMisreads' });
export type MeasuredMisreads = z.infer<typeof MeasuredMisreads>;

export const TransitPage = z
  .object({
    objects: z.array(Transit).max(999),
    pagination: Pagination,
    /** Restrictions that applied to this viewer in this search. */
    limitations: z.array(Limitation).max(8),
    /** Time of the newest read of the plant; null: none yet. */
    newest_read: IsoInstant.nullable(),
    /** Milliseconds the plant needed. */
    took_ms: z.int().min(0),
    /** Absent: no measured pair concerns the search, or a server without them. */
    scambi_misurati: MeasuredMisreads.optional(),
  })
  .meta({ id: 'TransitPage' });
export type TransitPage = z.infer<typeof TransitPage>;

export const TransitCount = z
  .object({ count: z.int().min(0), limitations: z.array(Limitation).max(8) })
  .meta({ id: 'TransitCount' });

const READ = { who: 'plant-user', rule: 'transits.read' } as const;

const search = { errors: SEARCH_ERRORS, access: READ, limit: 'search' } as const;

export const listTransits = endpoint({
  ...search,
  id: 'listTransits',
  method: 'GET',
  path: '/api/v2/lpr',
  summary: 'Transits by filter, as specified; the product itself uses the POST twin',
  query: TransitSearch,
  response: TransitPage,
  audit: 'transits.search',
});

export const searchTransits = endpoint({
  ...search,
  id: 'searchTransits',
  method: 'POST',
  path: '/api/v2/lpr/search',
  summary: 'Transits by filter (POST twin: plates stay out of addresses and logs)',
  body: TransitSearchBody,
  response: TransitPage,
  audit: 'transits.search',
});

export const listAdrTransits = endpoint({
  ...listTransits,
  id: 'listAdrTransits',
  path: '/api/lpr',
  summary: 'Transits of vehicles with a hazardous-goods panel, as specified; the product itself uses the POST twin',
});

export const searchAdrTransits = endpoint({
  ...searchTransits,
  id: 'searchAdrTransits',
  path: '/api/lpr/search',
  summary: 'Transits of vehicles with a hazardous-goods panel (POST twin)',
});

export const countTransits = endpoint({
  ...search,
  id: 'countTransits',
  method: 'GET',
  path: '/api/v2/lpr/count',
  summary: 'Exact number of transits of a filter',
  query: TransitSearch,
  response: TransitCount,
  audit: 'transits.count',
});

export const countTransitsByBody = endpoint({
  ...search,
  id: 'countTransitsByBody',
  method: 'POST',
  path: '/api/v2/lpr/count',
  summary: 'Exact number of transits of a filter (POST twin)',
  body: TransitSearch,
  response: TransitCount,
  audit: 'transits.count',
});

/** New transits are counted up to this number. */
export const MAX_NEW_TRANSITS = 100;

/** Transits of a search that reached the plant since its first page was read; `MAX_NEW_TRANSITS`: as many or more. */
export const NewTransits = z.object({ nuovi: z.int().min(0).max(MAX_NEW_TRANSITS) }).meta({ id: 'NewTransits' });
export type NewTransits = z.infer<typeof NewTransits>;

/**
 * Events: `nuovi` (data: `NewTransits`; at once, then at most every two seconds and only when the number grew) and `ping`
 * (data: time of the plant, every 15 s). The body is that of the search, as its first page was asked for: it names the
 * moment from which transits are new. A filter whose rows also depend on other passages (owner, recurrence, one row per
 * plate, an order by recurrence) is refused with its field.
 */
export const watchNewTransits = endpoint({
  ...search,
  id: 'watchNewTransits',
  method: 'POST',
  path: '/api/v2/lpr/new',
  summary: 'Number of transits of a search that are new since its first page, as an event stream',
  body: TransitFilter,
  response: eventStream,
  limit: 'events',
  audit: 'transits.new',
});
