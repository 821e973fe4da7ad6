import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { parsePlatePattern, type PlateTerm } from '@varco/domain/plates/plate-pattern.ts';
import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import { isoOf, msOf } from '@varco/domain/time/rome.ts';
import { searchWindow, type SearchWindow } from '@varco/domain/transits/search-window.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { TransitScope } from '../../plant/plant-viewer.ts';
import type { StatField } from '../../store/find-page.ts';
import type { TransitFilterValues } from '../../store/transit-conditions.ts';

/** What a request asks, checked and in our own words. */
export interface TransitQuery {
  readonly plates: PlateQuestion;
  readonly filter: TransitFilterValues;
  /** Common part of asked and allowed gates; null: all. */
  readonly gates: readonly number[] | null;
  readonly window: SearchWindow;
  readonly order: { readonly field: 'data' | StatField; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
  readonly paginate: boolean;
  readonly withCounts: boolean;
}

const PAGE_SIZE = 50;
const MOST_ROWS = 999;

const invalid = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

function termsOf(filter: TransitFilter): readonly PlateTerm[] {
  const parsed = parsePlatePattern(filter.f_targa ?? '');
  if (!parsed.ok) throw invalid('f_targa');
  return parsed.terms;
}

/** An asked gate outside the allowed ones is an error, never a silently smaller answer. */
function gatesOf(asked: readonly number[] | undefined, scope: TransitScope): readonly number[] | null {
  if (asked === undefined || asked.length === 0) return scope.gates;
  const gates = [...new Set(asked)];
  if (scope.gates !== null && gates.some((gate) => scope.gates?.includes(gate) !== true))
    throw new AppError('no_perms', { sub: 'gate_not_allowed' });
  return gates.filter((gate) => gate <= 32_767);
}

/** Choosing nothing of a list is choosing all of it. */
const chosen = <T>(list: readonly T[] | undefined): readonly T[] | undefined => (list?.length === 0 ? undefined : list);

const valuesOf = (filter: TransitFilter): TransitFilterValues => ({
  infringements: chosen(filter.f_infrazione),
  colours: chosen(filter.f_colore),
  classes: chosen(filter.f_tipo),
  nations: chosen(filter.f_nazioni),
  directions: chosen(filter.f_direction),
  adrOnly: filter.f_adr_only,
  speedMin: filter.f_speed_min,
  speedMax: filter.f_speed_max,
});

const MOST_OFFSET = 10_000_000;

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

/**
 * A person who may not see plates must not find them out by asking: pattern, checks and recurrence are refused.
 * Throws `no_perms/level`.
 */
function refuseHidden(
  filter: TransitFilter,
  terms: readonly PlateTerm[],
  order: TransitQuery['order'],
  scope: TransitScope,
): void {
  if (scope.seesPlates) return;
  if (terms.length > 0 || chosen(filter.f_infrazione) !== undefined || order.field !== 'data')
    throw new AppError('no_perms', { sub: 'level' });
}

/** Turns the wire's filter into a query of this person. Throws `bad_request` naming the field, `no_perms`. */
export function transitQuery(
  filter: TransitFilter,
  scope: TransitScope,
  retentionDays: number,
  now: string,
): TransitQuery {
  const terms = termsOf(filter);
  const order = orderOf(filter.order_by);
  refuseHidden(filter, terms, order, scope);
  const paginate = filter.paginate ?? true;
  const limit = filter.page_size ?? (paginate ? PAGE_SIZE : MOST_ROWS);
  return {
    plates: { terms, misreads: false, variations: 0 },
    filter: valuesOf(filter),
    gates: gatesOf(filter.f_varchi, scope),
    window: windowOf(filter, scope, retentionDays, msOf(now)),
    order,
    offset: paginate ? offsetOf(filter, limit) : 0,
    limit,
    paginate,
    withCounts: filter.f_include_count ?? true,
  };
}

/** The window in words, for the consultation log. */
export const windowDetail = ({ fromMs, toMs }: SearchWindow): { readonly from: string; readonly to: string } => ({
  from: isoOf(fromMs),
  to: isoOf(Math.max(fromMs, toMs)),
});
