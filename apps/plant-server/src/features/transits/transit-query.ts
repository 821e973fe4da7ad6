import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import type { Widening } from '@varco/domain/plates/widen-plate-query.ts';
import type { SearchWindow } from '@varco/domain/transits/search-window.ts';
import type { Unread } from '../../policy/visible-transits.sql.ts';
import { computeVisibleWindow } from '../../policy/visible-window.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import type { PageParameters, StatField } from './search/plan-page.ts';
import type { RecurrenceBounds } from './search/recurrence-condition.sql.ts';
import type { TransitFilterValues } from './search/transit-conditions.sql.ts';
import { toFilterValues } from './filter-values.ts';
import { parseOwnerCode, parseFilterPlateQuery, type PlateFilters } from './plate-filters.ts';

/** A validated search request in internal terms. */
export interface TransitQuery extends PageParameters {
  readonly plates: PlateFilters;
  /** What measured pairs of characters added to `plates`; absent: nothing. */
  readonly widening?: Widening;
  readonly filter: TransitFilterValues;
  /** Only the newest row of each plate. */
  readonly distinct: boolean;
  /** Passages of the plate in the window; null: any number. */
  readonly recurrence: RecurrenceBounds | null;
  /** Intersection of the requested and the allowed gates; null: all. */
  readonly gates: readonly number[] | null;
  /** Passages without a plate: `only` these, or `with` those that have one; absent: none. */
  readonly unread: Unread | undefined;
  readonly window: SearchWindow;
  readonly paginate: boolean;
  readonly withCounts: boolean;
}

const PAGE_SIZE = 50;
const MAX_ROWS = 999;

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

/** Requesting a gate that is not allowed is an error, so that a result is never silently incomplete. */
function selectAllowedGates(requested: readonly number[] | undefined, scope: TransitScope): readonly number[] | null {
  if (requested === undefined || requested.length === 0) return scope.gates;
  const gates = [...new Set(requested)];
  if (scope.gates !== null && gates.some((gate) => scope.gates?.includes(gate) !== true))
    throw new AppError('no_perms', { sub: 'gate_not_allowed' });
  return gates.filter((gate) => gate <= 32_767);
}

const MAX_OFFSET = 100_000_000;

function parseOffset(filter: TransitFilter, limit: number): number {
  const offset = filter.offs ?? ((filter.p ?? 1) - 1) * limit;
  if (offset > MAX_OFFSET) throw invalid(filter.offs === undefined ? 'p' : 'offs');
  return offset;
}

/** Passages without a plate have no recurrence: an order by it leaves them in order of time. */
function parseOrder({ order_by: text, f_unread: unread }: TransitFilter): TransitQuery['order'] {
  const field = (text ?? '-data').replace(/^[+\- ]/, '');
  const isStat = (name: string): name is StatField => ['count_transits', 'g_transits', 'g_transit_days'].includes(name);
  if (isStat(field) && unread === 'only') return { field: 'data', descending: true };
  return { field: isStat(field) ? field : 'data', descending: (text ?? '-data').startsWith('-') };
}

function parseWindow(filter: TransitFilter, scope: TransitScope, retentionDays: number, nowMs: number): SearchWindow {
  const at = (instant: string | undefined): number | null => (instant === undefined ? null : parseInstantMs(instant));
  const [startMs, endMs] = [at(filter.f_startTime), at(filter.f_endTime)];
  if (startMs !== null && endMs !== null && startMs > endMs) throw invalid('f_endTime');
  return computeVisibleWindow(scope, {
    startMs,
    endMs,
    refMs: at(filter.ref_time),
    retentionDays,
    nowMs,
  });
}

/** Strictly less, equal, strictly more (readings TA21); all given bounds apply. */
function parseRecurrence({ f_count_lt: lt, f_count_eq: eq, f_count_gt: gt }: TransitFilter): RecurrenceBounds | null {
  const atLeast = Math.max(eq ?? 0, gt === undefined ? 0 : gt + 1);
  const atMost = Math.min(eq ?? Infinity, lt === undefined ? Infinity : lt - 1);
  // Every found plate has passed at least once.
  return atLeast <= 1 && atMost === Infinity ? null : { atLeast, atMost };
}

/**
 * Which passages without a plate are searched. They match no plate filter and count in no recurrence: with such a filter or
 * order only those that have a plate can be found, and asking for none but the others is an error.
 */
function parseUnread(
  filter: TransitFilter,
  { plates, distinct, recurrence, order }: Omit<TransitQuery, 'unread'>,
): TransitQuery['unread'] {
  const isAboutPlates =
    plates.plateQuery.terms.length > 0 ||
    plates.ownerCode !== null ||
    distinct ||
    recurrence !== null ||
    order.field !== 'data' ||
    filter.no_unknown === true;
  if (filter.f_unread === 'only' && isAboutPlates) throw invalid('f_unread');
  return isAboutPlates ? undefined : filter.f_unread;
}

function parseCursor(filter: TransitFilter, order: TransitQuery['order'], paginate: boolean): TransitQuery['beside'] {
  const { after_id: after, before_id: before } = filter;
  if (after !== undefined && before !== undefined) throw invalid('before_id');
  const isInput = after ?? before;
  if (isInput !== undefined && parseTransitIdMs(isInput) === null)
    throw invalid(after === undefined ? 'before_id' : 'after_id');
  if (!paginate || order.field !== 'data') return null;
  if (after !== undefined) return { side: 'after', id: after };
  return before === undefined ? null : { side: 'before', id: before };
}

/**
 * Users who may not see plates must not be able to infer what is hidden by filters: pattern, owner, checks, make,
 * colour, province, recurrence and "one row per plate" are refused. Throws `no_perms/level`.
 */
function refuseHiddenFilters(filter: TransitFilter, query: TransitQuery, scope: TransitScope): void {
  if (scope.seesPlates) return;
  const asks =
    query.plates.plateQuery.terms.length > 0 ||
    query.plates.ownerCode !== null ||
    [filter.f_infrazione, filter.f_brand_id, filter.f_colore, filter.f_province].some(
      (values) => values !== undefined && values.length > 0,
    ) ||
    query.order.field !== 'data' ||
    query.distinct ||
    [filter.f_count_lt, filter.f_count_eq, filter.f_count_gt].some((count) => count !== undefined);
  if (asks) throw new AppError('no_perms', { sub: 'level' });
}

/** Converts the wire filter to a query of this user. Throws `bad_request` naming the field, `no_perms`. */
export function parseTransitQuery(
  filter: TransitFilter,
  scope: TransitScope,
  retentionDays: number,
  now: string,
): TransitQuery {
  const order = parseOrder(filter);
  const paginate = filter.paginate ?? true;
  const limit = filter.page_size ?? (paginate ? PAGE_SIZE : MAX_ROWS);
  const base: Omit<TransitQuery, 'unread'> = {
    plates: { plateQuery: parseFilterPlateQuery(filter), ownerCode: parseOwnerCode(filter.f_codfisc) },
    filter: toFilterValues(filter),
    distinct: filter.f_distinct ?? false,
    recurrence: parseRecurrence(filter),
    gates: selectAllowedGates(filter.f_varchi, scope),
    window: parseWindow(filter, scope, retentionDays, parseInstantMs(now)),
    order,
    offset: paginate ? parseOffset(filter, limit) : 0,
    limit,
    beside: parseCursor(filter, order, paginate),
    paginate,
    withCounts: filter.f_include_count ?? true,
  };
  const query = { ...base, unread: parseUnread(filter, base) };
  refuseHiddenFilters(filter, query, scope);
  return query;
}

/** What was searched beside the filter, for the consultation log. */
export interface SearchedRange {
  readonly window: { readonly from: string; readonly to: string };
  /** Measured pairs that widened the search, which change from day to day; absent: none. */
  readonly confusions?: readonly string[];
}

/** The window as text, and the measured pairs as the actual character and the one that was read. */
export function describeRange({ window: { fromMs, toMs }, widening }: TransitQuery): SearchedRange {
  const pairs = widening?.used.map(({ read, actual }) => `${actual} > ${read}`) ?? [];
  return {
    window: { from: toIsoInstant(fromMs), to: toIsoInstant(Math.max(fromMs, toMs)) },
    ...(pairs.length === 0 ? {} : { confusions: pairs }),
  };
}
