import { sql } from 'kysely';
import type { RecurrenceRange } from '../../../plate-index/recurrence.ts';
import { scanByPlate, type ScanPlan } from './scan-plans.repository.ts';
import type { IndexedPlates } from './indexed-plates.ts';
import type { TransitKey } from '../transit-row.ts';
import { isOneOf, MAX_NAMED_PLATES } from './plate-terms.ts';
import { toRecurrenceRange } from './recurrence-condition.ts';
import type { Runner } from '../../../database/sql-statement.ts';

const MAX_ATTEMPTS = 3;
/** Each attempt requests this many times more rows. Too few were found because the user sees only some gates. */
const GROWTH_FACTOR = 8;

/**
 * The index, if the search filters only by plates, recurrence, gates and time, and has more plates than can be read one
 * by one. `recurrence`: bounds for the index; the scan evaluates them exactly.
 */
function getScanIndex({
  search,
  count,
  range,
}: ScanPlan): (IndexedPlates & { readonly recurrence: RecurrenceRange | null }) | null {
  const { plates, conditions, distinct, recurrence } = search;
  if (conditions.length > 0 || distinct || plates.indexed?.corrected.plates == null) return null;
  if (plates.kind === 'plates' && plates.plates.length <= count) return null;
  if (recurrence === null) return plates.kind === 'all' ? null : { ...plates.indexed, recurrence: null };
  // With limited gates, a plate that passed often may have no visible row at all, so the index cannot be used.
  const bounds = range.gates === null ? toRecurrenceRange(recurrence) : null;
  return bounds === null ? null : { ...plates.indexed, recurrence: bounds };
}

/**
 * Finds the first `count` keys in time order by reading only the plates that can have them. The index names these
 * plates and the time range for which they are complete. The result is complete when that range holds enough rows or is
 * the whole range. Null when another scan must be used. Source: storage design, part 7 (Q2).
 */
export async function scanNearestPlates(
  runner: Runner,
  plan: ScanPlan,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const indexed = getScanIndex(plan);
  if (indexed === null) return null;
  const { range, order, count } = plan;
  for (let attempt = 0, targetRows = count; attempt < MAX_ATTEMPTS; attempt += 1, targetRows *= GROWTH_FACTOR) {
    const request = {
      fromMs: range.fromMs,
      toMs: range.toMs,
      order,
      count: targetRows,
      most: MAX_NAMED_PLATES,
      recurrence: indexed.recurrence,
    };
    const candidates = await indexed.index.candidates(indexed.plateQuery, request, signal);
    if (candidates === null) return null;
    const { plates, fromMs, toMs, isWhole } = candidates;
    const narrowedPlan = {
      ...plan,
      part: { ...range, fromMs, toMs },
      search: { ...plan.search, plates: toPlateMatches(indexed, plates) },
    };
    const keys = await scanByPlate(runner, narrowedPlan, narrowedPlan.search.plates.plates, signal);
    if (keys.length >= count || isWhole) return keys;
  }
  return null;
}

/** Only these plates as read, and the plates that match through a correction. */
function toPlateMatches({ corrected }: IndexedPlates, plates: readonly string[]) {
  const throughCorrection = [...(corrected.plates ?? [])];
  const hasCorrected = throughCorrection.length > 0;
  // Each plate is scanned by name, so only corrected plates need a further condition.
  const condition = hasCorrected
    ? sql<boolean>`(${isOneOf('t.plate', plates)} or (t.plate, t.ts, t.id) in (
        select c.plate, c.ts, c.id from plate_correction as c where ${corrected.condition}))`
    : sql<boolean>`true`;
  return { kind: 'plates' as const, plates: [...new Set([...plates, ...throughCorrection])], condition, hasCorrected };
}
