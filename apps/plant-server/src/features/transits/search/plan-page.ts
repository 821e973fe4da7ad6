import type { RecurrenceRange } from '../../../plate-index/recurrence.ts';
import type { Measure } from '../../../plate-index/tally.ts';
import type { Visibility } from '../../../policy/visible-transits.sql.ts';
import { filtersOnlyTimeAndGates, type Search } from './candidate-query.sql.ts';
import type { IndexedPlates } from './indexed-plates.ts';
import { toRecurrenceRange } from './recurrence-condition.sql.ts';

export type StatField = 'count_transits' | 'g_transits' | 'g_transit_days';

/** Which page, in which order. */
export interface PageParameters {
  readonly order: { readonly field: 'data' | StatField; readonly descending: boolean };
  readonly offset: number;
  /** Rows of the page. One more is fetched to find out whether there is a next page. */
  readonly limit: number;
  /**
   * Row that the page follows or precedes in the requested order. When set, the page is found by this row and not by
   * the offset.
   */
  readonly beside: { readonly side: 'after' | 'before'; readonly id: string } | null;
}

export interface PageRequest extends PageParameters {
  readonly search: Search;
  /** What recurrence is counted over: the same window, at all gates the user may see. */
  readonly statsOver: Visibility;
  /**
   * True: `count_transits` is the plate's total on the plant. False: only visible transits count (user with limited
   * gates or range).
   */
  readonly isUnlimited: boolean;
}

/**
 * How the first rows of a search are found in time order (storage design, part 7). All plans give the same rows. A plan
 * that may find too few rows, or needs an index that may not be available, contains the plan that follows it.
 */
export type ScanPlan =
  | { readonly kind: 'no-rows' }
  | { readonly kind: 'plate-history'; readonly plate: string }
  | { readonly kind: 'by-plate'; readonly plates: readonly string[] }
  | { readonly kind: 'by-gate'; readonly gates: readonly number[] }
  | { readonly kind: 'by-time' }
  /** The plates are named by the index, then the search is planned by `planNamedScan`. */
  | { readonly kind: 'name-plates' }
  /** The index names the plates that can have the nearest rows. */
  | {
      readonly kind: 'nearest-plates';
      readonly indexed: IndexedPlates;
      /** Bounds for the index; the scan evaluates them exactly. */
      readonly recurrence: RecurrenceRange | null;
      readonly otherwise: ScanPlan;
    }
  /** The first rows of whatever plates are found by `rows` and tested for their recurrence. */
  | { readonly kind: 'first-rows'; readonly rows: ScanPlan; readonly otherwise: ScanPlan }
  /** All rows are found by `rows`; those of plates that the index excludes are dropped before the database counts. */
  | {
      readonly kind: 'filtered-rows';
      readonly indexed: IndexedPlates;
      readonly recurrence: RecurrenceRange;
      readonly rows: ScanPlan;
      readonly otherwise: ScanPlan;
    };

/** How a page in the order of a recurrence is found. */
export type SortPlan =
  /** Few rows match if `scan` finds at most `MAX_FEW_CANDIDATES`; then their plates are counted one by one. */
  | {
      readonly kind: 'few-candidates';
      readonly field: StatField;
      readonly scan: ScanPlan;
      readonly otherwise: SortPlan;
    }
  /** The index names the plates by rank. */
  | {
      readonly kind: 'by-rank';
      readonly indexed: IndexedPlates;
      readonly recurrence: RecurrenceRange | null;
      readonly measure: Measure;
      readonly otherwise: SortPlan;
    }
  | { readonly kind: 'sort-in-database'; readonly field: StatField };

/** How a page is found. */
export type PagePlan =
  /** The offset is too large to be reached; the call is refused. */
  | { readonly kind: 'too-far' }
  /** The window is empty; no statement is run. */
  | { readonly kind: 'empty-window' }
  | { readonly kind: 'from-start'; readonly scan: ScanPlan }
  | { readonly kind: 'after-row'; readonly id: string; readonly scan: ScanPlan }
  /** Found in reverse order. */
  | { readonly kind: 'before-row'; readonly id: string; readonly scan: ScanPlan }
  /** One statement with OFFSET, after the hourly roll-up has skipped whole hours. */
  | { readonly kind: 'jump-by-hours' }
  /** One statement with OFFSET. */
  | { readonly kind: 'jump-by-rows' }
  | SortPlan;

/** Larger offsets use one statement with OFFSET; up to this value the scans are faster. */
const MAX_SCANNED_OFFSET = 5000;
/** Largest offset of a search that filters by more than time and gates: every row before it must be read. */
export const MAX_JUMP_OFFSET = 100_000;
/** Largest offset in the order of a recurrence: all plates and rows before it must be read. */
const MAX_RANK_OFFSET = 10_000;
/** Up to this many gates are scanned one by one; with more, the gates become a condition of the scan by time. */
const MAX_SCANNED_GATES = 40;
/** The first rows of a search by recurrence are this many times the rows of its page. */
export const FIRST_ROWS_FACTOR = 5;
/** Above this many first rows the index is faster. */
export const MAX_FIRST_ROWS = 1_000;
/**
 * Up to this many candidate rows, recurrence is counted plate by plate; with more, all plates of the window are counted
 * in one pass.
 */
export const MAX_FEW_CANDIDATES = 5000;

/** The search of all rows, of whatever recurrence. */
export const withoutRecurrence = (search: Search): Search => ({ ...search, recurrence: null, distinct: false });

/** The plan of a search whose plates a statement can use: by plate, then by gate, then by time. */
export function planNamedScan({ plates, distinct, recurrence, visible: { gates } }: Search): ScanPlan {
  if (plates.kind === 'plates') {
    const [only, more] = plates.plates;
    if (only === undefined) return { kind: 'no-rows' };
    return more === undefined && !distinct && recurrence === null
      ? { kind: 'plate-history', plate: only }
      : { kind: 'by-plate', plates: plates.plates };
  }
  if (gates === null || gates.length > MAX_SCANNED_GATES) return { kind: 'by-time' };
  return gates.length === 0 ? { kind: 'no-rows' } : { kind: 'by-gate', gates };
}

/**
 * The nearest plates, if the search filters only by plates, recurrence, gates and time, and has more plates than can be
 * read one by one.
 */
function planNearestPlates(search: Search, count: number, otherwise: ScanPlan): ScanPlan {
  const { plates, conditions, distinct, recurrence, visible } = search;
  const { indexed } = plates;
  // The index knows plates as read, so it cannot find a passage without one.
  if (conditions.length > 0 || distinct || visible.unread !== undefined) return otherwise;
  if (indexed?.corrected.plates == null) return otherwise;
  if (plates.kind === 'plates' && plates.plates.length <= count) return otherwise;
  if (recurrence === null)
    return plates.kind === 'all' ? otherwise : { kind: 'nearest-plates', indexed, recurrence, otherwise };
  // With limited gates, a plate that passed often may have no visible row at all, so the index cannot be used.
  const bounds = visible.gates === null ? toRecurrenceRange(recurrence) : null;
  return bounds === null ? otherwise : { kind: 'nearest-plates', indexed, recurrence: bounds, otherwise };
}

/** The plan for the first `count` rows of a search in time order. */
export function planScan(search: Search, count: number): ScanPlan {
  const { plates, recurrence } = search;
  const exact: ScanPlan = plates.kind === 'unnamed' ? { kind: 'name-plates' } : planNamedScan(search);
  if (recurrence === null || plates.kind === 'plates') return planNearestPlates(search, count, exact);
  const rows = planScan(withoutRecurrence(search), count);
  const range = toRecurrenceRange(recurrence);
  const filtered: ScanPlan =
    plates.indexed === undefined || range === null
      ? exact
      : { kind: 'filtered-rows', indexed: plates.indexed, recurrence: range, rows, otherwise: exact };
  const otherwise = planNearestPlates(search, count, filtered);
  return count * FIRST_ROWS_FACTOR > MAX_FIRST_ROWS ? otherwise : { kind: 'first-rows', rows, otherwise };
}

const MEASURES: Readonly<Record<StatField, Measure>> = {
  count_transits: 'total',
  g_transits: 'transits',
  g_transit_days: 'days',
};

/**
 * The index measures over all gates and knows only plates as read. A search has at most one recurrence filter, and the
 * index must know it.
 */
function planRank({ search, statsOver, isUnlimited }: PageRequest, field: StatField): SortPlan {
  const otherwise: SortPlan = { kind: 'sort-in-database', field };
  const { indexed } = search.plates;
  if (indexed === undefined || indexed.corrected.plates?.size !== 0 || statsOver.gates !== null) return otherwise;
  if (search.visible.unread !== undefined) return otherwise;
  const recurrence = search.recurrence === null ? null : toRecurrenceRange(search.recurrence);
  if (search.recurrence !== null && recurrence === null) return otherwise;
  const measure = field === 'count_transits' && !isUnlimited ? 'transits' : MEASURES[field];
  return { kind: 'by-rank', indexed, recurrence, measure, otherwise };
}

function planSort(request: PageRequest, field: StatField): SortPlan {
  const { search } = request;
  const otherwise = planRank(request, field);
  // With a rare condition it is faster to find the matching rows than the plates that have them.
  return search.recurrence === null && search.conditions.length > 0
    ? { kind: 'few-candidates', field, scan: planScan(search, MAX_FEW_CANDIDATES + 1), otherwise }
    : otherwise;
}

/** True when the offset of the request cannot be reached in reasonable time. */
function isTooFar({ search, order, offset, beside }: PageRequest): boolean {
  if (beside !== null) return false;
  if (order.field !== 'data') return offset > MAX_RANK_OFFSET;
  return offset > MAX_JUMP_OFFSET && !filtersOnlyTimeAndGates(search);
}

/** Chooses how a page is found. The only place where this is decided. */
export function planPage(request: PageRequest): PagePlan {
  const { search, order, offset, limit, beside } = request;
  if (isTooFar(request)) return { kind: 'too-far' };
  if (search.visible.fromMs >= search.visible.toMs) return { kind: 'empty-window' };
  if (order.field !== 'data') return planSort(request, order.field);
  if (beside !== null)
    return beside.side === 'after'
      ? { kind: 'after-row', id: beside.id, scan: planScan(search, limit + 1) }
      : { kind: 'before-row', id: beside.id, scan: planScan(search, limit) };
  if (offset <= MAX_SCANNED_OFFSET) return { kind: 'from-start', scan: planScan(search, offset + limit + 1) };
  return { kind: filtersOnlyTimeAndGates(search) ? 'jump-by-hours' : 'jump-by-rows' };
}
