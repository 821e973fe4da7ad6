import { z } from 'zod';
import { IsoInstant, TransitId } from '../wire.ts';

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

/** A note with the passage it is about. */
export const AnnotatedTransit = z
  .object({
    nota: TransitNote,
    transito: z.object({
      id: TransitId,
      /** Plate as read; empty: none was read. */
      targa: z.string().max(32),
      targa_corretta: z.string().max(32).nullable(),
      nazione: z.string().max(3),
      provincia: z.string().max(2),
      data: IsoInstant,
      varco: z.string().max(120),
      varco_id: z.int(),
    }),
  })
  .meta({ id: 'AnnotatedTransit' });
export type AnnotatedTransit = z.infer<typeof AnnotatedTransit>;
