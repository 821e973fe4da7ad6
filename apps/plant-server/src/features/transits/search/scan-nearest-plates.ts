import type { ScanPlan } from './plan-page.ts';
import { scanByPlate, type ScanRequest } from './scan-statements.repository.ts';
import type { IndexedPlates } from './indexed-plates.ts';
import type { TransitKey } from '../transit-row.ts';
import { EVERY_ROW, isOneOf, MAX_NAMED_PLATES, readOrCorrected } from './plate-terms.sql.ts';
import type { Runner } from '../../../database/sql-statement.ts';

type NearestPlatesPlan = Extract<ScanPlan, { readonly kind: 'nearest-plates' }>;

const MAX_ATTEMPTS = 3;
/** With a recurrence filter, from this many plates on, scanning rows and filtering them by the index is faster. */
const MAX_RECURRING_PLATES = 400;
/** Each attempt requests this many times more rows. Too few were found because the user sees only some gates. */
const GROWTH_FACTOR = 8;

/**
 * Finds the first `count` keys in time order by reading only the plates that can have them. The index names these
 * plates and the time range for which they are complete. The result is complete when that range holds enough rows or is
 * the whole range. Null when too few rows were found or the index is not available. Source: storage design, part 7 (Q2).
 */
export async function scanNearestPlates(
  runner: Runner,
  request: ScanRequest,
  { indexed, recurrence }: NearestPlatesPlan,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const { range, order, count } = request;
  for (let attempt = 0, targetRows = count; attempt < MAX_ATTEMPTS; attempt += 1, targetRows *= GROWTH_FACTOR) {
    const nearest = {
      fromMs: range.fromMs,
      toMs: range.toMs,
      order,
      count: targetRows,
      most: recurrence === null ? MAX_NAMED_PLATES : MAX_RECURRING_PLATES,
      recurrence,
    };
    const candidates = await indexed.index.candidates(indexed.plateQuery, nearest, signal);
    if (candidates === null) return null;
    const { plates, fromMs, toMs, isWhole } = candidates;
    const narrowed = {
      ...request,
      range: { ...range, fromMs, toMs },
      search: { ...request.search, plates: toPlateMatches(indexed, plates) },
    };
    const keys = await scanByPlate(runner, narrowed, narrowed.search.plates.plates, signal);
    if (keys.length >= count || isWhole) return keys;
  }
  return null;
}

/** Only these plates as read, and the plates that match through a correction. */
function toPlateMatches({ corrected }: IndexedPlates, plates: readonly string[]) {
  const throughCorrection = [...(corrected.plates ?? [])];
  const hasCorrected = throughCorrection.length > 0;
  // Each plate is scanned by name, so only corrected plates need a further condition.
  const condition = hasCorrected ? readOrCorrected(isOneOf('t.plate', plates), corrected.condition) : EVERY_ROW;
  return { kind: 'plates' as const, plates: [...new Set([...plates, ...throughCorrection])], condition, hasCorrected };
}
