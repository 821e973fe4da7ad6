import { listTransitNotes } from '@varco/contract/plant/transit-notes.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import { createPlantQuery } from '../../lib/plants/plant-queries.ts';

/** Plates of one call: the longest ones fit into the filter. */
const PLATES_PER_CALL = 60;
const NOTES_PER_PLANT = 50;
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

/** Which notes to find. */
export interface NotesQuestion {
  /** Case number under which they were written; null: any. */
  readonly caseNumber: string | null;
  /** As plants store it; null: any. */
  readonly tag: string | null;
  /** Only notes of the user. */
  readonly areOwn: boolean;
}

/** The newest notes on one plant that match, newest first. */
export function notesQuery(credentialId: string, question: NotesQuestion): PlantQuery<typeof listTransitNotes> {
  const { caseNumber, tag, areOwn } = question;
  const body = {
    ...(caseNumber === null ? {} : { pratica: caseNumber }),
    ...(tag === null ? {} : { etichetta: tag }),
    mie: areOwn,
    limit: NOTES_PER_PLANT,
  };
  return { ...createPlantQuery(credentialId, listTransitNotes, { body }), staleTime: FRESH_MS };
}
