import { sql } from 'kysely';
import {
  continueAfter,
  createScanPlan,
  scanPlateHistory,
  scanByGate,
  scanByPlate,
  scanByTime,
  type ScanPlan,
  type TimeOrder,
} from './scan-plans.repository.ts';
import { candidateQuery, filtersOnlyTimeAndGates, type Search } from './candidate-query.ts';
import { skipByHours } from './skip-by-hours.repository.ts';
import type { TransitKey } from '../transit-row.ts';
import { pageByStat, type StatField } from './page-by-stat.repository.ts';
import { nameMatches } from './plate-matches.repository.ts';
import { scanNearestPlates } from './scan-nearest-plates.ts';
import { scanFirstRows, scanFilteredByRecurrence } from './scan-recurring.repository.ts';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';
import type { Visibility } from '../../../policy/visible-transits.ts';

export interface PageRequest {
  readonly search: Search;
  readonly order: { readonly field: 'data' | StatField; readonly descending: boolean };
  readonly offset: number;
  /** Rows of the page. One more is fetched to find out whether there is a next page. */
  readonly limit: number;
  /**
   * Row that the page follows or precedes in the requested order. When set, the page is found by this row and not by
   * the offset.
   */
  readonly beside: { readonly side: 'after' | 'before'; readonly id: string } | null;
  /** What recurrence is counted over: the same window, at all gates the user may see. */
  readonly statsOver: Visibility;
  /**
   * True: `count_transits` is the plate's total on the plant. False: only visible transits count (user with limited
   * gates or range).
   */
  readonly isUnlimited: boolean;
}

export interface KeyPage {
  readonly keys: readonly TransitKey[];
  readonly hasNext: boolean;
}

/** Larger offsets use one statement with OFFSET; up to this value the scan plans are faster. */
const MAX_SCANNED_OFFSET = 5000;
/** Largest offset of a search that filters by more than time and gates: every row before it must be read. */
export const MAX_JUMP_OFFSET = 100_000;
/** Largest offset in the order of a recurrence: all plates and rows before it must be read. */
export const MAX_RANK_OFFSET = 10_000;
/** Up to this many gates are scanned one by one; with more, the gates become a condition of the scan by time. */
const MAX_SCANNED_GATES = 40;

/**
 * Chooses the scan as described in the storage design (part 7): by plate, then by gate, then by time. All scans give
 * the same keys.
 */
async function scanKeys(runner: Runner, plan: ScanPlan, signal?: AbortSignal): Promise<readonly TransitKey[]> {
  const source = (drive: ScanPlan): Promise<readonly TransitKey[]> => scanKeys(runner, drive, signal);
  const firstRows = await scanFirstRows(runner, plan, source, signal);
  if (firstRows !== null) return firstRows;
  const nearest = await scanNearestPlates(runner, plan, signal);
  if (nearest !== null) return nearest;
  const filtered = await scanFilteredByRecurrence(runner, plan, source, signal);
  if (filtered !== null) return filtered;
  const d = await withNamedPlates(plan, signal);
  const { plates, distinct, recurrence } = d.search;
  if (plates.kind === 'plates') {
    const [only, more] = plates.plates;
    return only !== undefined && more === undefined && !distinct && recurrence === null
      ? scanPlateHistory(runner, d, only, signal)
      : scanByPlate(runner, d, plates.plates, signal);
  }
  const { gates } = d.range;
  if (gates !== null && gates.length === 0) return [];
  if (gates !== null && gates.length <= MAX_SCANNED_GATES) return scanByGate(runner, d, gates, signal);
  return scanByTime(runner, d, signal);
}

async function withNamedPlates(d: ScanPlan, signal?: AbortSignal): Promise<ScanPlan> {
  return { ...d, search: { ...d.search, plates: await nameMatches(d.search.plates, signal) } };
}

async function pageByOffset(
  runner: Runner,
  d: ScanPlan,
  offset: number,
  signal?: AbortSignal,
): Promise<readonly TransitKey[]> {
  if (offset <= MAX_SCANNED_OFFSET)
    return (await scanKeys(runner, { ...d, count: offset + d.count }, signal)).slice(offset);
  const named = await withNamedPlates(d, signal);
  const skipped = filtersOnlyTimeAndGates(d.search)
    ? await skipByHours(runner, d, offset, signal)
    : { drive: named, skip: offset };
  const direction = d.order === 'newest' ? sql`desc` : sql`asc`;
  const query = sql`select h.plate, h.id::text as id ${candidateQuery(named.search, skipped.drive.range)}
    order by h.ts ${direction}, h.id ${direction} offset ${skipped.skip} limit ${d.count}`;
  return runner.run<{ plate: string; id: string }>(compileStatement(query), signal);
}

/** The rows next to a given row. A page after it starts there; a page before it is found in reverse order. */
async function pageNextTo(
  runner: Runner,
  d: ScanPlan,
  cursor: NonNullable<PageRequest['beside']>,
  signal?: AbortSignal,
): Promise<KeyPage> {
  const pageRows = d.count - 1;
  if (cursor.side === 'after') {
    const keys = await scanKeys(runner, continueAfter(d, cursor.id), signal);
    return { keys: keys.slice(0, pageRows), hasNext: keys.length > pageRows };
  }
  const order: TimeOrder = d.order === 'newest' ? 'oldest' : 'newest';
  const keys = await scanKeys(runner, continueAfter({ ...d, order, count: pageRows }, cursor.id), signal);
  return { keys: [...keys].reverse(), hasNext: true };
}

/** Keys of one page in exact order. An empty window runs no statement. */
export async function findPage(runner: Runner, request: PageRequest, signal?: AbortSignal): Promise<KeyPage> {
  const { search, order, offset, limit, beside: cursor } = request;
  if (search.visible.fromMs >= search.visible.toMs) return { keys: [], hasNext: false };
  const time: TimeOrder = order.descending ? 'newest' : 'oldest';
  const drive = createScanPlan(search, time, limit + 1);
  if (order.field === 'data' && cursor !== null) return pageNextTo(runner, drive, cursor, signal);
  const keys =
    order.field === 'data'
      ? await pageByOffset(runner, drive, offset, signal)
      : await pageByStat(
          runner,
          { ...request, field: order.field, limit: limit + 1 },
          (plan, count) => scanKeys(runner, createScanPlan(plan, 'newest', count), signal),
          signal,
        );
  return { keys: keys.slice(0, limit), hasNext: keys.length > limit };
}
