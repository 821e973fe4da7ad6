import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IsoDate, IsoInstant, Plate, TransitId } from '../wire.ts';
import { Transit } from './transit.ts';

const address = { indirizzo: z.string().max(200), citta: z.string().max(80), provincia: z.string().max(40) };

/** The owner, a person (T 2.6, T 3.1). Empty texts: unknown. */
export const OwnerPerson = z
  .object({
    nominativo: z.string().max(200),
    codice_fiscale: z.string().max(16),
    data_nascita: IsoDate.nullable(),
    ...address,
  })
  .meta({ id: 'OwnerPerson' });

/** The owner, a company. Empty texts: unknown. */
export const OwnerCompany = z
  .object({ ragione_sociale: z.string().max(200), partita_iva: z.string().max(16), ...address })
  .meta({ id: 'OwnerCompany' });

/** Result of a look-up at the ministry for this plate (T 3.1 processed_info). */
export const ProcessedInfo = z
  .object({
    visura_effettuata_il: IsoInstant.nullable(),
    dati_assicurazione: z
      .object({
        compagnia: z.string().max(120),
        polizza: z.string().max(60),
        dal: IsoDate.nullable(),
        al: IsoDate.nullable(),
        comporto: IsoDate.nullable(),
      })
      .nullable(),
    allarme_lista_a1_scntt: z.boolean(),
    allarme_lista_c_scntt: z.boolean(),
    /** At most one of the two; absent or null: the owner was not requested, or this person may not see it. */
    dati_anagrafici: OwnerPerson.nullable().optional(),
    dati_societa: OwnerCompany.nullable().optional(),
  })
  .meta({ id: 'ProcessedInfo' });

export type ProcessedInfo = z.infer<typeof ProcessedInfo>;

/** A person's correction of the plate; `targa` of the transit stays as read by the camera. */
export const PlateCorrection = z
  .object({
    targa: Plate,
    /** Username; empty: the account was deleted. */
    autore: z.string().max(200),
    data: IsoInstant,
    motivo: z.string().max(500),
  })
  .meta({ id: 'PlateCorrection' });
export type PlateCorrection = z.infer<typeof PlateCorrection>;

export const MAX_NOTE_TEXT = 1000;
export const MAX_NOTE_TAGS = 5;
/** Notes of one transit at most. */
export const MAX_NOTES = 50;

/** A tag: lower-case letters, digits, spaces, `-` and `_`. */
export const NoteTag = z
  .string()
  .regex(/^[\p{Ll}\p{N}](?:[\p{Ll}\p{N} _-]{0,28}[\p{Ll}\p{N}])?$/u)
  .meta({ id: 'NoteTag', example: 'da rivedere' });

/** What a person wrote about a transit. Notes are added and removed, never changed. */
export const TransitNote = z
  .object({
    id: z.uuid(),
    testo: z.string().max(MAX_NOTE_TEXT),
    etichette: z.array(NoteTag).max(MAX_NOTE_TAGS),
    /** Username; empty: the account was deleted. */
    autore: z.string().max(200),
    data: IsoInstant,
    /** Case number stated when it was written; empty: none. */
    pratica: z.string().max(80),
    /** The caller may remove it. */
    rimovibile: z.boolean(),
  })
  .meta({ id: 'TransitNote' });
export type TransitNote = z.infer<typeof TransitNote>;

export const TransitDetail = Transit.extend({
  processed_info: ProcessedInfo.nullable(),
  /** Absent or null: not corrected, or hidden from this person. */
  correzione: PlateCorrection.nullable().optional(),
  /** Newest first. Absent: of a server without notes, or hidden from this person. */
  note: z.array(TransitNote).max(MAX_NOTES).optional(),
  /** Number of reads that are one passage, see `listTransitReads`. Absent or below 2: a single read, or a server without. */
  n_letture: z.int().min(0).optional(),
  /** Passages of the plate per plant day, newest first, at most 7: day and count. */
  days: z.array(z.object({ giorno: IsoDate, n: z.int().min(0) })).max(7),
  /** Other passages of the same plate on the same day, newest first, at most 10. */
  altri: z
    .array(z.object({ id: TransitId, data: IsoInstant, varco: z.string().max(120), has_image: z.boolean() }))
    .max(10),
}).meta({ id: 'TransitDetail' });
export type TransitDetail = z.infer<typeof TransitDetail>;

export const getTransit = endpoint({
  id: 'getTransit',
  method: 'GET',
  path: '/api/lpr/:id',
  summary: 'One transit with all its details',
  params: z.object({ id: TransitId }),
  response: TransitDetail,
  errors: ['bad_request', 'invalid_token', 'no_perms', 'not_found', 'reason_required', 'unavailable'],
  access: { who: 'plant-user', rule: 'transits.read' },
  audit: 'transits.read',
  limit: 'read',
});
