import { useQueries } from '@tanstack/react-query';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import type { PlantSegment } from '../../widgets/completeness/completeness.ts';
import { notesQuery } from './case-file.api.ts';
import { mergeNotes } from './merge-notes.ts';
import { type NotesPlace, recordNotesPlace } from './notes-places.store.ts';
import { toSegments } from './plant-answers.ts';

/** Answer of all plants to a question about notes, with the pages that were read so far. */
interface FoundNotes {
  readonly rows: ReturnType<typeof mergeNotes<PlantSession>>['rows'];
  readonly segments: readonly PlantSegment[];
  readonly isPending: boolean;
  /** Reads the next page where there is one; null: there are no others. */
  readonly readMore: (() => void) | null;
  /** Repeats the calls that failed. */
  readonly retry: () => void;
}

/** Asks all plants. `place` null: nothing is asked. */
export function useNotes(name: string, place: NotesPlace | null, plants: readonly PlantSession[]): FoundNotes {
  const calls =
    place === null
      ? []
      : plants.flatMap((plant) =>
          [null, ...(place.pages.get(plant.credentialId) ?? [])].map((after) => ({
            plant,
            after,
            question: place.question,
          })),
        );
  const answers = useQueries({
    queries: calls.map(({ plant, after, question }) => notesQuery(plant.credentialId, question, after)),
  });
  const { rows, next } = mergeNotes(
    calls.map(({ plant, after }, index) => ({
      plant,
      after,
      answer: answers[index]?.data,
      isFailed: answers[index]?.isError === true,
    })),
  );
  const readMore = (): void => {
    if (place === null) return;
    const pages = new Map(place.pages);
    for (const [{ credentialId }, cursor] of next)
      pages.set(credentialId, [...(pages.get(credentialId) ?? []), cursor]);
    recordNotesPlace(name, { ...place, pages });
  };
  return {
    rows,
    segments: toSegments(
      calls.map(({ plant }) => plant),
      answers,
    ),
    isPending: answers.some((answer) => answer.isPending),
    readMore: next.size === 0 ? null : readMore,
    retry: () => answers.forEach((answer) => answer.isError && void answer.refetch()),
  };
}
