import { sql } from 'kysely';
import type { Recurrence } from './hits.ts';
import type { PlantStore } from './open-store.ts';
import type { PlateMatches } from './plate-matches.ts';
import { among, MOST_PROBED_PLATES } from './plate-terms.ts';

/**
 * The plates of a search narrowed to those that can have passed often enough, when the index says that they are few: a
 * walk through time would ask row after row in vain. The recurrence itself is still asked of every plate. Source: storage
 * design, part 7 (Q7).
 */
export async function narrowedByRecurrence(
  { plateIndex }: Pick<PlantStore, 'plateIndex'>,
  matches: PlateMatches,
  recurrence: Recurrence | null,
  signal: AbortSignal,
): Promise<PlateMatches> {
  if (recurrence === null || recurrence.atLeast < 2 || matches.kind === 'plates') return matches;
  const { atLeast, over } = recurrence;
  const window = { fromMs: over.fromMs, toMs: over.toMs, atLeast, most: MOST_PROBED_PLATES };
  const plates = await plateIndex.frequent(window, signal);
  if (plates === null) return matches;
  const frequent = among('t.plate', plates);
  const condition = matches.kind === 'all' ? frequent : sql<boolean>`(${frequent} and ${matches.condition})`;
  // A broad pattern may be met by a correction: each row is asked for the whole condition.
  return { kind: 'plates', plates, condition, hasCorrected: matches.kind === 'broad' };
}
