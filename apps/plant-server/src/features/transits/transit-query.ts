import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { isoOf, msOf } from '@varco/domain/time/rome.ts';
import { searchWindow, type SearchWindow } from '@varco/domain/transits/search-window.ts';
import { msOfTransitId } from '@varco/domain/transits/transit-id.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { TransitScope } from '../../auth/plant-viewer.ts';
import type { StatField } from './search/page-by-stat.ts';
import type { RecurrenceBounds } from './search/recurrence.ts';
import type { TransitFilterValues } from './search/transit-conditions.ts';
import { chosen, filterValues } from './filter-values.ts';
import { ownerCodeOf, plateQuestionOf, type AskedPlates } from './plate-request.ts';

/** A validated search request in internal terms. */
export interface TransitQuery {
  readonly plates: AskedPlates;
  readonly filter: TransitFilterValues;
  /** Only the newest row of each plate. */
  readonly distinct: boolean;
  /** Passages of the plate in the window; null: any number. */
  readonly recurrence: RecurrenceBounds | null;
  /** Intersection of the requested and the allowed gates; null: all. */
  readonly gates: readonly number[] | null;
  readonly window: SearchWindow;
  readonly order: { readonly field: 'data' | StatField; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
  /** Row that the page follows or precedes, in the requested order; null: the page is found by its offset. */
  readonly beside: { readonly side: 'after' | 'before'; readonly id: string } | null;
  readonly paginate: boolean;
  readonly withCounts: boolean;
}

const PAGE_SIZE = 50;
const MOST_ROWS = 999;

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

/** Requesting a gate that is not allowed is an error, so that a result is never silently incomplete. */
function gatesOf(requested: readonly number[] | undefined, scope: TransitScope): readonly number[] | null {
  if (requested === undefined || requested.length === 0) return scope.gates;
  const gates = [...new Set(requested)];
  if (scope.gates !== null && gates.some((gate) => scope.gates?.includes(gate) !== true))
    throw new AppError('no_perms', { sub: 'gate_not_allowed' });
  return gates.filter((gate) => gate <= 32_767);
}

const MOST_OFFSET = 100_000_000;

function offsetOf(filter: TransitFilter, limit: number): number {
  const offset = filter.offs ?? ((filter.p ?? 1) - 1) * limit;
  if (offset > MOST_OFFSET) throw invalid(filter.offs === undefined ? 'p' : 'offs');
  return offset;
}

function orderOf(text: string | undefined): TransitQuery['order'] {
  const field = (text ?? '-data').replace(/^[+\- ]/, '');
  const isStat = (name: string): name is StatField => ['count_transits', 'g_transits', 'g_transit_days'].includes(name);
  return { field: isStat(field) ? field : 'data', descending: (text ?? '-data').startsWith('-') };
}

function windowOf(filter: TransitFilter, scope: TransitScope, retentionDays: number, nowMs: number): SearchWindow {
  const at = (instant: string | undefined): number | null => (instant === undefined ? null : msOf(instant));
  const [startMs, endMs] = [at(filter.f_startTime), at(filter.f_endTime)];
  if (startMs !== null && endMs !== null && startMs > endMs) throw invalid('f_endTime');
  return searchWindow({
    startMs,
    endMs,
    refMs: at(filter.ref_time),
    tMaxMinutes: scope.tMaxMinutes,
    retentionDays,
    nowMs,
  });
}

/** Strictly less, equal, strictly more (readings TA21); all given bounds apply. */
function recurrenceOf({ f_count_lt: lt, f_count_eq: eq, f_count_gt: gt }: TransitFilter): RecurrenceBounds | null {
  const atLeast = Math.max(eq ?? 0, gt === undefined ? 0 : gt + 1);
  const atMost = Math.min(eq ?? Infinity, lt === undefined ? Infinity : lt - 1);
  // Every found plate has passed at least once.
  return atLeast <= 1 && atMost === Infinity ? null : { atLeast, atMost };
}

function besideOf(filter: TransitFilter, order: TransitQuery['order'], paginate: boolean): TransitQuery['beside'] {
  const { after_id: after, before_id: before } = filter;
  if (after !== undefined && before !== undefined) throw invalid('before_id');
  const isGiven = after ?? before;
  if (isGiven !== undefined && msOfTransitId(isGiven) === null)
    throw invalid(after === undefined ? 'before_id' : 'after_id');
  if (!paginate || order.field !== 'data') return null;
  if (after !== undefined) return { side: 'after', id: after };
  return before === undefined ? null : { side: 'before', id: before };
}

/**
 * Users who may not see plates must not be able to infer them by filters: pattern, owner, checks, recurrence and "one
 * row per plate" are refused. Throws `no_perms/level`.
 */
function refuseHidden(filter: TransitFilter, query: TransitQuery, scope: TransitScope): void {
  if (scope.seesPlates) return;
  const asks =
    query.plates.question.terms.length > 0 ||
    query.plates.ownerCode !== null ||
    chosen(filter.f_infrazione) !== undefined ||
    query.order.field !== 'data' ||
    query.distinct ||
    [filter.f_count_lt, filter.f_count_eq, filter.f_count_gt].some((count) => count !== undefined);
  if (asks) throw new AppError('no_perms', { sub: 'level' });
}

/** Converts the wire filter to a query of this user. Throws `bad_request` naming the field, `no_perms`. */
export function transitQuery(
  filter: TransitFilter,
  scope: TransitScope,
  retentionDays: number,
  now: string,
): TransitQuery {
  const order = orderOf(filter.order_by);
  const paginate = filter.paginate ?? true;
  const limit = filter.page_size ?? (paginate ? PAGE_SIZE : MOST_ROWS);
  const query: TransitQuery = {
    plates: { question: plateQuestionOf(filter), ownerCode: ownerCodeOf(filter.f_codfisc) },
    filter: filterValues(filter),
    distinct: filter.f_distinct ?? false,
    recurrence: recurrenceOf(filter),
    gates: gatesOf(filter.f_varchi, scope),
    window: windowOf(filter, scope, retentionDays, msOf(now)),
    order,
    offset: paginate ? offsetOf(filter, limit) : 0,
    limit,
    beside: besideOf(filter, order, paginate),
    paginate,
    withCounts: filter.f_include_count ?? true,
  };
  refuseHidden(filter, query, scope);
  return query;
}

/** The window as text for the consultation log. */
export const windowDetail = ({ fromMs, toMs }: SearchWindow): { readonly from: string; readonly to: string } => ({
  from: isoOf(fromMs),
  to: isoOf(Math.max(fromMs, toMs)),
});
