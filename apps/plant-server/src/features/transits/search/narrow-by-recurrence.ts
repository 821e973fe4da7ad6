import { sql } from 'kysely';
import type { Search } from './hits.ts';
import { namedMatches, type AskablePlates, type PlateMatches } from './plate-matches.ts';
import { among, MOST_PROBED_PLATES } from './plate-terms.ts';

/**
 * The plates of a search narrowed to those that can have passed so often, when the index says that they are few: a walk
 * through time would ask row after row in vain. The recurrence itself is still asked of every plate. Where nothing else
 * is asked, a page or a count goes to the index itself. Source: storage design, part 7 (Q7).
 */
export async function narrowedByRecurrence(search: Search, signal: AbortSignal): Promise<Search> {
  const { plates, recurrence, conditions, distinct, visible } = search;
  if (recurrence === null || plates.kind === 'plates' || plates.indexed === undefined) return search;
  const { over, measure, atLeast, atMost } = recurrence;
  const { gates, fromMs, toMs } = over;
  if (conditions.length === 0 && !distinct && visible.gates === null) return search;
  const { index, question } = plates.indexed;
  // At some gates a plate passed at most as often as at all of them.
  const ask = { measure, fromMs, toMs, atLeast, atMost: gates === null ? atMost : Infinity };
  const found = await index.find(question, { most: MOST_PROBED_PLATES, recurrence: ask }, signal);
  if (found?.named == null) return search;
  return { ...search, plates: onlyThese(await namedMatches(plates, signal), found.named) };
}

function onlyThese(matches: AskablePlates, named: readonly string[]): PlateMatches {
  if (matches.kind === 'plates') return matches;
  const frequent = among('t.plate', named);
  if (matches.kind === 'all') return { kind: 'plates', plates: named, condition: frequent, hasCorrected: false };
  const { indexed, condition } = matches;
  // A broad pattern may be met by a correction: those plates are asked too, and each row for the whole condition.
  const corrected = indexed?.corrected.plates ?? null;
  if (corrected === null) return matches;
  const plates = [...new Set([...named, ...corrected])];
  return {
    kind: 'plates',
    plates,
    condition: sql<boolean>`(${among('t.plate', plates)} and ${condition})`,
    hasCorrected: true,
  };
}
