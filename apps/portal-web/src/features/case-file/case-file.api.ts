import { listTransitNotes } from '@varco/contract/plant/transit-notes.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import { createPlantQuery } from '../../lib/plants/plant-queries.ts';
import type { NoteCursor } from './merge-notes.ts';
import { type NotesQuestion, toNotesFilter } from './notes-question.ts';

/** Plates of one call: the longest ones fit into the filter. */
const PLATES_PER_CALL = 60;
const NOTES_PER_PAGE = 50;
/** Every opening of the page is a consultation; going back and forth within a minute is not another one. */
const FRESH_MS = 60_000;

type PlantQuery<E extends typeof searchTransits | typeof listTransitNotes> = UseQueryOptions<
  CallOutput<E>,
  Error,
  CallOutput<E>,
  readonly unknown[]
>;

/** The newest passage of each of the plates on one plant: one call for every 60 plates. */
export function newestPassageQueries(
  credentialId: string,
  plates: readonly string[],
): readonly PlantQuery<typeof searchTransits>[] {
  const parts = Array.from({ length: Math.ceil(plates.length / PLATES_PER_CALL) }, (_, part) =>
    plates.slice(part * PLATES_PER_CALL, (part + 1) * PLATES_PER_CALL),
  );
  return parts.map((part) => {
    const body = { f_targa: part.join(','), f_distinct: true, page_size: part.length };
    return { ...createPlantQuery(credentialId, searchTransits, { body }), staleTime: FRESH_MS };
  });
}

/** A page of the notes on one plant that match, newest first. */
export function notesQuery(
  credentialId: string,
  question: NotesQuestion,
  after: NoteCursor | null,
): PlantQuery<typeof listTransitNotes> {
  const body = {
    ...toNotesFilter(question),
    limit: NOTES_PER_PAGE,
    ...(after === null ? {} : { dopo: after.id, dopo_data: after.at }),
  };
  return { ...createPlantQuery(credentialId, listTransitNotes, { body }), staleTime: FRESH_MS };
}
