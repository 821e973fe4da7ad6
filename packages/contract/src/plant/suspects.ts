import { z } from 'zod';
import {
  SUSPECT_FEATURES,
  WEIGHT_BOUNDS,
  SUSPECT_WEIGHTS,
  type SuspectWeight,
} from '@varco/domain/analysis/suspect-score.ts';
import { CALL_ERRORS, SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { commaList, IsoInstant, MAX_FILTER_GATES, plainText, wireInt } from '../wire.ts';
import { Limitation, PlatePattern } from './transits.ts';
import { Transit } from './transit.ts';

/** T 9: maximum number of rows in a response, and longest window. */
export const MAX_SUSPECTS = 200;
export const MAX_SUSPECT_DAYS = 7;

/** T 7.1. Absent: no restriction. */
const SUSPECT_QUERY_FIELDS = {
  plate: PlatePattern.optional(),
  /** Vehicle classes. */
  vehicle_kinds: commaList(plainText(20), 12).optional(),
  gates: commaList(wireInt(1, 32_767), MAX_FILTER_GATES).optional(),
  start_time: IsoInstant,
  end_time: IsoInstant,
  /** There is only one page (T 9). */
  p: wireInt(1, 1).default(1),
  page_size: wireInt(1, MAX_SUSPECTS).default(MAX_SUSPECTS),
};
const SuspectQuery = z.object(SUSPECT_QUERY_FIELDS).meta({ id: 'SuspectQuery' });
export type SuspectQuery = z.output<typeof SuspectQuery>;

/**
 * Points of one feature; the points add up to the score. `equals` is used by plants that still answer with
 * `suspect-3`, which took points back with it.
 */
export const SuspectItem = z
  .object({
    feature: z.enum([...SUSPECT_FEATURES, 'equals', 'strong', 'limit']),
    points: z.int().min(-2000).max(999),
    value: z.number().min(0),
    /** What is usual for this plate; null: not compared. */
    habit: z.number().min(0).nullable(),
    /**
     * By how much plates read about as often exceed their habits anyway, and the number of those plates; null: not
     * compared. Absent: a plant before `suspect-4`.
     */
    alike: z.number().min(0).nullable().optional(),
    alike_of: z.int().min(1).nullable().optional(),
    /** One plate in so many exceeds the usual by as much; null: not counted. */
    rarity: z.int().min(1).nullable(),
    /**
     * Number of plates that exceed the usual by at least as much, and of plates compared (for `equals`: all features
     * together, among plates read as often); null: not counted.
     */
    plates: z.int().min(1).nullable(),
    of: z.int().min(1).nullable(),
    /** Maximum points for this feature at the plant; null: its points are fixed. */
    most: z.int().min(0).nullable(),
  })
  .meta({ id: 'SuspectItem' });
export type SuspectItem = z.infer<typeof SuspectItem>;

/** A suspect vehicle (T 3.12): its newest transit in the window, and the features that list it. */
export const Suspect = z
  .object({
    score: z.int().min(0).max(999),
    score_normalized: z.number().min(0).max(1),
    not_insured: z.boolean(),
    not_inspected: z.boolean(),
    /** Features that gave or took points. */
    suspect_flags: z.array(z.enum(SUSPECT_FEATURES)).max(SUSPECT_FEATURES.length),
    /** Transits in the window. */
    plate_count: z.int().min(0),
    code: z.int().min(0).max(4095),
    /** The checks of insurance and inspection were answered. */
    visura_ok: z.boolean(),
    non_national: z.boolean(),
    /** Registered in the plant's municipality. */
    local_zone: z.boolean(),
    transit: Transit,
    items: z.array(SuspectItem).max(SUSPECT_FEATURES.length + 2),
    high_interest: z.boolean(),
  })
  .meta({ id: 'Suspect' });
export type Suspect = z.infer<typeof Suspect>;

export const SuspectPage = z
  .object({
    objects: z.array(Suspect).max(MAX_SUSPECTS),
    versione: z.string().max(40),
    /**
     * Plates read on the days of the window (for a window shorter than a day: in the window), on which rarity is
     * based.
     */
    plates: z.int().min(0),
    /** Earlier spans of the same length a plate was compared with; 0: habit is unknown. */
    spans: z.int().min(0).max(4),
    /** Number of whitelisted plates that would have been listed. */
    whitelisted: z.int().min(0),
    /** More plates have points than one response contains. */
    more: z.boolean(),
    /**
     * Plates with an impossible read that are not listed because they look like a misread of a frequent plate. Absent: a
     * plant before `suspect-7`.
     */
    misreads: z.int().min(0).optional(),
    /** More plates have impossible reads than one search judges; those later in the alphabet were left out. */
    unjudged: z.boolean().optional(),
    limitations: z.array(Limitation).max(8),
    took_ms: z.int().min(0),
  })
  .meta({ id: 'SuspectPage' });
export type SuspectPage = z.infer<typeof SuspectPage>;

const ACCESS = { who: 'plant-user', rule: 'suspects.run' } as const;

const search = { errors: SEARCH_ERRORS, access: ACCESS, limit: 'search' } as const;

export const listSuspects = endpoint({
  ...search,
  id: 'listSuspects',
  method: 'GET',
  path: '/api/v2/lpr/suspects',
  summary: 'Vehicles whose movements stand out in a window of at most 7 days, by score',
  query: SuspectQuery,
  response: SuspectPage,
  audit: 'suspects.search',
});

export const searchSuspects = endpoint({
  ...search,
  id: 'searchSuspects',
  method: 'POST',
  path: '/api/v2/lpr/suspects',
  summary: 'Like listSuspects, with the plate in the body instead of the address',
  body: z.strictObject(SUSPECT_QUERY_FIELDS),
  response: SuspectPage,
  audit: 'suspects.search',
});

const weightSchema = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
const Weights = z.strictObject(
  Object.fromEntries(SUSPECT_WEIGHTS.map((name) => [name, weightSchema(WEIGHT_BOUNDS[name])])) as Record<
    SuspectWeight,
    ReturnType<typeof weightSchema>
  >,
);

/** Weights of the plant, and who changed them last. */
const SuspectWeightsResponse = z
  .object({
    weights: Weights,
    changed_at: IsoInstant.nullable(),
    changed_by: z.string().max(200),
    /** Whether this person may change them. */
    can_change: z.boolean(),
    /** Changes, newest first. */
    changes: z
      .array(z.object({ at: IsoInstant, by: z.string().max(200), why: z.string().max(300), weights: Weights }))
      .max(20),
  })
  .meta({ id: 'SuspectWeights' });
export type SuspectWeightsResponse = z.infer<typeof SuspectWeightsResponse>;

export const getSuspectWeights = endpoint({
  id: 'getSuspectWeights',
  method: 'GET',
  path: '/api/v2/lpr/suspects/weights',
  summary: 'Maximum points of each feature on this plant',
  response: SuspectWeightsResponse,
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  access: ACCESS,
  audit: null,
  limit: 'read',
});

export const setSuspectWeights = endpoint({
  id: 'setSuspectWeights',
  method: 'PUT',
  path: '/api/v2/lpr/suspects/weights',
  summary: 'Changes the points within their bounds; administrators of the plant only',
  body: z.strictObject({
    weights: Weights,
    why: plainText(300).refine((text) => text.trim().length >= 10, 'why'),
  }),
  response: SuspectWeightsResponse,
  errors: CALL_ERRORS,
  access: { who: 'plant-user', rule: 'suspects.tune' },
  audit: 'suspects.weights',
  limit: 'command',
});
