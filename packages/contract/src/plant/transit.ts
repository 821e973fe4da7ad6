import { z } from 'zod';
import { IsoDate, IsoInstant, TransitId } from '../wire.ts';

/** Value of a check as shown (T 4.2): si, no, xx no service, -- or / not checked, <x> licence, <!> congestion, ** redacted. */
export const CheckValue = z.enum(['si', 'no', 'xx', '--', '/', '<x>', '<!>', '**', '']).meta({ id: 'CheckValue' });
export type CheckValue = z.infer<typeof CheckValue>;

/** Blacklist family value of a transit (T 3.6). */
export const AlarmValue = z.enum(['no', 'si', 'pn', 'rad', 'scn', 'rub', '--', '**']).meta({ id: 'AlarmValue' });
export type AlarmValue = z.infer<typeof AlarmValue>;

/**
 * Why a row matches the plate query, by the closest match. `errors`: number of different characters for `variation`,
 * else 0; `corrected`: a person's correction of the plate matched, not the plate as read.
 */
export const PlateMatch = z
  .object({ kind: z.enum(['exact', 'misread', 'variation']), errors: z.int().min(0).max(3), corrected: z.boolean() })
  .meta({ id: 'PlateMatch' });

/** One-use picture tickets of a row, requested with `tickets` in the POST search (security rules, part 7). */
export const PictureTickets = z
  .object({
    t100: z.string().max(400).optional(),
    t400: z.string().max(400).optional(),
    full: z.string().max(400).optional(),
    plate: z.string().max(400).optional(),
    context: z.string().max(400).optional(),
  })
  .meta({ id: 'PictureTickets' });
export type PictureTickets = z.infer<typeof PictureTickets>;

/** A transit as sent by a plant (T 3.1). The client adds peerId, peerLabel, peerUrl. */
export const Transit = z
  .object({
    id: TransitId,
    /** Plate as read; `**` when redacted. */
    targa: z.string().max(32),
    /** A person's later correction; `targa` still contains the plate as read. */
    targa_corretta: z.string().max(32).nullable(),
    /** Mean confidence of the read, percent with one decimal; null: not reported by the camera. */
    confidence: z.number().min(0).max(100).nullable(),
    /** Confidence per character, percent; empty: unknown. */
    confidence_chars: z.array(z.int().min(0).max(100)).max(32),
    /** International vehicle code (I, D, RO ...); empty: unknown. */
    nazione: z.string().max(3),
    provincia: z.string().max(2),
    comune: z.string().max(80),
    data: IsoInstant,
    varco: z.string().max(120),
    varco_id: z.int(),
    /** 0 n.d., 1 city entry, 2 city exit, 3 approaching, 4 moving away. */
    direction: z.int().min(0).max(4),
    lane: z.int().min(0).max(20).nullable(),
    /** Vehicle class code of the domain list; empty: undefined. */
    class: z.string().max(20),
    gps_lat: z.number().min(-90).max(90).nullable(),
    gps_lon: z.number().min(-180).max(180).nullable(),
    /** km/h; null: not measured. */
    speed: z.int().min(0).max(400).nullable(),
    image_url: z.string().max(300).nullable(),
    has_image: z.boolean(),
    plate_image_url: z.string().max(300).nullable(),
    has_plate_image: z.boolean(),
    context_image_url: z.string().max(300).nullable(),
    has_context_image: z.boolean(),
    redacted: z.boolean(),
    marca: z.string().max(60),
    modello: z.string().max(60),
    colore: z.string().max(20),
    /** 0 to 6; null: unknown. */
    euro: z.int().min(0).max(6).nullable(),
    /** All transits of the plate on this plant. */
    count_transits: z.int().min(0),
    /** Transits in the searched window, and the number of days with any. */
    g_transits: z.int().min(0),
    g_transit_days: z.int().min(0),
    first_seen: IsoInstant.nullable(),
    last_seen: IsoInstant.nullable(),
    /** Copy of the viewer's search limit on this plant, minutes; 0: no limit. */
    t_max: z.int().min(0),
    assicurata: CheckValue,
    scadass: IsoDate.nullable(),
    revisionata: CheckValue,
    scadrev: IsoDate.nullable(),
    rubata: CheckValue,
    sives: z.string().max(10),
    agenti: z.string().max(120),
    allarme: AlarmValue,
    is_adr: z.boolean(),
    /** Printable ADR code, for example 33/1203; empty without panel. */
    ADR: z.string().max(12),
    adr_raw: z.string().max(20),
    adr_class: z.string().max(4),
    adr_un_no: z.string().max(4),
    adr_kemler: z.string().max(4),
    adr_primary_label: z.string().max(120),
    match: PlateMatch.nullable(),
    tickets: PictureTickets.optional(),
    /** Number of notes people wrote about this passage; absent: of a server without notes, or hidden from this person. */
    n_note: z.int().min(0).optional(),
  })
  .meta({ id: 'Transit' });
export type Transit = z.infer<typeof Transit>;
