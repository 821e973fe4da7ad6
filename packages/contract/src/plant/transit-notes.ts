import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { z } from 'zod';
import { FIND_ERRORS, SEARCH_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import { IsoInstant, plainText, TransitId } from '../wire.ts';
import { MAX_NOTE_TAGS, MAX_NOTE_TEXT, NoteTag, TransitNote } from './transit-detail.ts';

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

const NoteText = plainText(MAX_NOTE_TEXT).transform((text) => text.trim());

/** Characters of a text that notes are searched for, at most. */
export const MAX_SEARCHED_TEXT = 80;
const SearchedText = plainText(MAX_SEARCHED_TEXT).refine((text) => text.trim() !== '', 'text');

export const addTransitNote = endpoint({
  id: 'addTransitNote',
  method: 'POST',
  path: '/api/lpr/:id/notes',
  summary: 'Write a note on a transit: text, tags, or both; it belongs to the case of the stated reason',
  params: z.object({ id: TransitId }),
  body: z
    .object({ testo: NoteText, etichette: z.array(NoteTag).max(MAX_NOTE_TAGS).default([]) })
    .refine(({ testo, etichette }) => testo !== '' || etichette.length > 0, 'text or tags'),
  response: TransitNote,
  errors: [...FIND_ERRORS, 'conflict'],
  access: { who: 'plant-user', rule: 'notes.write' },
  audit: 'transits.add-note',
  limit: 'command',
  grows: ['database'],
});

export const removeTransitNote = endpoint({
  id: 'removeTransitNote',
  method: 'DELETE',
  path: '/api/lpr/:id/notes/:note',
  summary: 'Remove a note: the author, or an administrator of the plant',
  params: z.object({ id: TransitId, note: z.uuid() }),
  response: null,
  errors: FIND_ERRORS,
  access: { who: 'plant-user', rule: 'notes.write' },
  audit: 'transits.remove-note',
  limit: 'command',
});

export const listTransitNotes = endpoint({
  id: 'listTransitNotes',
  method: 'POST',
  path: '/api/lpr/notes',
  summary: 'Notes on transits the caller may see, newest first, each with its transit',
  body: z
    .object({
      /** Contained in the text of the note, whatever case and accents; every character stands for itself. */
      testo: SearchedText.optional(),
      /** Contained in the username of the author, in the same way. */
      autore: SearchedText.optional(),
      /** Case number as stated; absent: every case. */
      pratica: plainText(80).optional(),
      etichetta: NoteTag.optional(),
      /** True: only notes of the caller. */
      mie: z.boolean().default(false),
      /** When the note was written: from this instant, and before `al`. */
      dal: IsoInstant.optional(),
      al: IsoInstant.optional(),
      limit: z.int().min(1).max(200).default(50),
      /** Id of the last note of the previous page. */
      dopo: z.uuid().optional(),
      /** When that note was written: the page then follows it even if it was removed meanwhile. */
      dopo_data: IsoInstant.optional(),
    })
    .refine(
      ({ dal, al }) => dal === undefined || al === undefined || parseInstantMs(dal) < parseInstantMs(al),
      'dal before al',
    )
    .refine(({ dopo, dopo_data: at }) => at === undefined || dopo !== undefined, 'dopo_data belongs to dopo'),
  response: z.object({ objects: z.array(AnnotatedTransit).max(200), altri: z.boolean() }).meta({ id: 'NotesAnswer' }),
  errors: SEARCH_ERRORS,
  access: { who: 'plant-user', rule: 'notes.read' },
  audit: 'transits.notes',
  limit: 'search',
});
