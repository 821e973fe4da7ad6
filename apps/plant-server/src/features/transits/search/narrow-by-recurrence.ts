import type { Search } from './candidate-query.sql.ts';
import { nameMatches, type NamedPlates, type PlateMatches } from './plate-matches.repository.ts';
import { bothOf, isOneOf, MAX_NAMED_PLATES } from './plate-terms.sql.ts';

/**
 * Restricts the plates of a search to those that can meet the recurrence bounds, when the index says that they are few.
 * Without this a scan by time would test row after row in vain. The exact recurrence is still tested for every plate. A
 * search without further filters is not changed, because the index answers its pages and counts directly. Source:
 * storage design, part 7 (Q7).
 */
export async function narrowByRecurrence(search: Search, signal: AbortSignal): Promise<Search> {
  const { plates, recurrence, conditions, distinct, visible } = search;
  if (recurrence === null || plates.kind === 'plates' || plates.indexed === undefined) return search;
  const { over, measure, atLeast, atMost } = recurrence;
  const { gates, fromMs, toMs } = over;
  if (conditions.length === 0 && !distinct && visible.gates === null) return search;
  const { index, plateQuery } = plates.indexed;
  // A plate passes at some gates at most as often as at all gates, so only the lower bound can be used.
  const range = { measure, fromMs, toMs, atLeast, atMost: gates === null ? atMost : Infinity };
  const found = await index.find(plateQuery, { most: MAX_NAMED_PLATES, recurrence: range }, signal);
  if (found?.named == null) return search;
  return { ...search, plates: restrictMatches(await nameMatches(plates, signal), found.named) };
}

function restrictMatches(matches: NamedPlates, named: readonly string[]): PlateMatches {
  if (matches.kind === 'plates') return matches;
  const frequent = isOneOf('t.plate', named);
  if (matches.kind === 'all') return { kind: 'plates', plates: named, condition: frequent, hasCorrected: false };
  const { indexed, condition } = matches;
  // A broad pattern may match a correction, so the corrected plates are added and each row is tested with the full
  // condition.
  const corrected = indexed?.corrected.plates ?? null;
  if (corrected === null) return matches;
  const plates = [...new Set([...named, ...corrected])];
  return {
    kind: 'plates',
    plates,
    condition: bothOf(isOneOf('t.plate', plates), condition),
    hasCorrected: true,
  };
}
