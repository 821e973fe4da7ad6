import { z } from 'zod';
import { FIND_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, Plate, QueryBoolean, TransitId, wireInt } from '../wire.ts';
import { Limitation } from './transits.ts';

/** Limits: candidates in one response, examined passages of the target, days of evidence, minutes around a passage. */
export const MAX_CANDIDATES = 50;
export const MAX_TARGET_PASSAGES = 200;
export const MAX_EVIDENCE_DAYS = 92;
export const MAX_DELTA_MINUTES = 60;

/** T 5.4: on the API the defaults are 2 minutes and 2 passages. */
const ACCOMPLICE_QUERY = {
  delta_minutes: wireInt(1, MAX_DELTA_MINUTES).default(2),
  min_num_partners_passages: wireInt(1, MAX_TARGET_PASSAGES).default(2),
  /** Gate of the reference passage. */
  gate_id: wireInt(1, 32_767).optional(),
  /**
   * The reference passage lies between the two, at their middle: its date minus and plus the minutes (readings TA56).
   */
  time_start: IsoInstant.optional(),
  time_end: IsoInstant.optional(),
  /** Excludes candidates registered in the plant's municipality, or in its neighbourhood, which is its province. */
  ignore_comune_impianto: QueryBoolean.default(false),
  ignore_limitrofi: QueryBoolean.default(false),
  /**
   * Varco extension: the period that is searched for joint trips; absent: 30 days that contain the reference passage.
   */
  dal: IsoInstant.optional(),
  al: IsoInstant.optional(),
};

/**
 * One passage of target and candidate together (T 3.10). `time_diff`: seconds, negative when the candidate was first.
 */
export const JointPassage = z
  .object({
    gate_id: z.int(),
    date_base: IsoInstant,
    date_partner: IsoInstant,
    id_base: TransitId,
    id_partner: TransitId,
    time_diff: z.number(),
  })
  .meta({ id: 'JointPassage' });
export type JointPassage = z.infer<typeof JointPassage>;

const finite = z.number().min(-1e6).max(1e6);

/** A session both made together, with every number of its weight: log10(0.9 / caso) + catena, at most 12. */
export const JointTrip = z
  .object({
    /** Index in `sessioni`. */
    sessione: z.int().min(0),
    incontri: z.int().min(1),
    caso: z.number().min(0).max(1),
    catena: finite,
    peso: finite,
    /** Usual share of vehicles on the route driven together; null: a single meeting. */
    quota_percorso: z.number().min(0).max(1).nullable(),
    /** On how many other days of the same kind the candidate passed there at about that time. */
    abitudine_giorni: z.int().min(0),
    abitudine_su: z.int().min(0),
  })
  .meta({ id: 'JointTrip' });
export type JointTrip = z.infer<typeof JointTrip>;

/**
 * A plate that travelled with the target (T 3.10). The fields after `transits` are a Varco extension: the numbers
 * behind the score.
 */
export const AccompliceCandidate = z
  .object({
    plate1: z.string().max(32),
    plate2: z.string().max(32),
    score: z.number().min(0).max(1),
    abs_score: z.int().min(0),
    /** Meetings at gates this person may not search. */
    count_disabled: z.int().min(0),
    transits: z.array(JointPassage).max(MAX_TARGET_PASSAGES),
    /** "Alta probabilita'": 350 points or more, two sessions at least, a known habit. */
    alta_probabilita: z.boolean(),
    /** A single passage together: listed, not scored. */
    solo_uno: z.boolean(),
    /** log10 of the Bayes factor, and the same after the correction for all plates compared. */
    fattore: finite,
    forza: finite,
    /** Step on the verbal scale: 0 none to 6 extremely strong. */
    scala: z.int().min(0).max(6),
    viaggi: z.array(JointTrip).max(MAX_TARGET_PASSAGES),
    giorni: z.int().min(0),
    /** Sessions without the candidate, as indexes in `sessioni`, with the chance of a meeting in each. */
    senza: z.array(z.tuple([z.int().min(0), z.number().min(0).max(1)])).max(MAX_TARGET_PASSAGES),
    /** Meetings expected by chance over all sessions. */
    attesi: z.number().min(0),
    abitudine_nota: z.boolean(),
    /** All meetings lie within 20 minutes of the same time of day. */
    stessa_ora: z.boolean(),
    /** Median seconds between the two vehicles, and which one goes first. */
    distacco_s: z.number().min(0),
    ordine: z.enum(['prima', 'dopo', 'alterna']),
    /** Reads of the candidate in the baseline. */
    letture: z.int().min(0),
    classe: z.string().max(20),
    nazione: z.string().max(3),
  })
  .meta({ id: 'AccompliceCandidate' });
export type AccompliceCandidate = z.infer<typeof AccompliceCandidate>;

/** A passage of the target, for the explanation and its map. */
const TargetPassage = z.object({ id: TransitId, gate_id: z.int(), data: IsoInstant, sessione: z.int().min(-1) });

export const AccompliceResponse = z
  .object({
    candidates: z.array(AccompliceCandidate).max(2 * MAX_CANDIDATES),
    /** Version of the score formula. */
    versione: z.string().max(40),
    targa: z.string().max(32),
    /** The reference passage. */
    riferimento: z.object({ id: TransitId, gate_id: z.int(), data: IsoInstant }),
    delta_minutes: z.int().min(1),
    /** The period searched for joint trips, and the baseline it was compared with. */
    periodo: z.object({ dal: IsoInstant, al: IsoInstant }),
    confronto: z.object({ dal: IsoInstant, al: IsoInstant }),
    passaggi: z.array(TargetPassage).max(MAX_TARGET_PASSAGES),
    sessioni: z.array(z.object({ dal: IsoInstant, al: IsoInstant, passaggi: z.int().min(1) })).max(MAX_TARGET_PASSAGES),
    /** Distinct plates of the baseline: the number of candidates compared. */
    confrontate: z.int().min(0),
    /** Meetings at gates this person may not search, of plates with enough meetings (T 6). */
    count_disabled: z.int().min(0),
    /** Excluded plates: probable misreads of the target's own plate, and those excluded by the two checkboxes. */
    letture_errate: z.array(z.string().max(32)).max(20),
    esclusi: z.int().min(0),
    /** More candidates matched than one response contains. */
    troncato: z.boolean(),
    /** Fewer than three passages: the result is weak evidence. */
    debole: z.boolean(),
    limitazioni: z.array(Limitation).max(8),
    took_ms: z.int().min(0),
  })
  .meta({ id: 'AccompliceAnswer' });
export type AccompliceResponse = z.infer<typeof AccompliceResponse>;

const ACCESS = { who: 'plant-user', rule: 'accomplices.run' } as const;

const search = { errors: FIND_ERRORS, access: ACCESS, limit: 'search' } as const;

export const listAccomplices = endpoint({
  ...search,
  id: 'listAccomplices',
  method: 'GET',
  path: '/api/platepartners/:id',
  summary: 'Plates that travelled with the plate of a transit',
  params: z.object({ id: TransitId }),
  query: z.object(ACCOMPLICE_QUERY),
  response: AccompliceResponse,
  audit: 'accomplices.search',
});

/**
 * Varco extension: the same query with the plate in the body instead of the address; its newest passage in the range
 * is the reference (readings TA56).
 */
export const searchAccomplices = endpoint({
  ...search,
  id: 'searchAccomplices',
  method: 'POST',
  path: '/api/platepartners',
  summary: 'Plates that travelled with a plate (POST twin)',
  body: z
    .strictObject({ ...ACCOMPLICE_QUERY, id: TransitId.optional(), targa: Plate.optional() })
    .refine(({ id, targa }) => (id === undefined) !== (targa === undefined), 'id or targa'),
  response: AccompliceResponse,
  audit: 'accomplices.search',
});
