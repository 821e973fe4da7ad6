import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { buildTransitId } from '@varco/domain/transits/transit-id.ts';
import type { NewRead } from '../features/ingest/new-read.ts';
import { matchesFilter, type ResolveBrand } from './reference-filter.ts';
import type { ReferenceTransit } from './reference-transit.ts';
import { NOW } from './test-plant.ts';

export interface ReferenceScope {
  readonly gates: readonly number[] | null;
  readonly tMax: number;
}

export function removeDuplicates(reads: readonly NewRead[]): readonly ReferenceTransit[] {
  const byKey = new Map<string, ReferenceTransit>();
  for (const read of reads) {
    const ms = parseInstantMs(read.at);
    const id = buildTransitId(read.gate, read.plate, ms);
    if (!byKey.has(`${id} ${read.plate}`)) byKey.set(`${id} ${read.plate}`, { ...read, id, ms });
  }
  return [...byKey.values()];
}

function computeReferenceWindow(filter: TransitFilter, scope: ReferenceScope): [number, number] {
  const now = parseInstantMs(NOW);
  const end = filter.f_endTime === undefined ? Number.POSITIVE_INFINITY : parseInstantMs(filter.f_endTime);
  let start = filter.f_startTime === undefined ? 0 : parseInstantMs(filter.f_startTime);
  start = Math.max(start, now - 90 * 86_400_000);
  if (scope.tMax > 0) start = Math.max(start, Math.min(end, now) - scope.tMax * 60_000);
  return [start, filter.ref_time === undefined ? end : Math.min(end, parseInstantMs(filter.ref_time))];
}

export interface ReferenceResult {
  /** All ids in order, not paged. */
  readonly ids: readonly string[];
  /** Recurrence of a plate: total on the plant, in the window, and number of days (Rome time). */
  stats(plate: string): { readonly total: number; readonly inWindow: number; readonly days: number };
}

/** The newest transit of each plate. */
function newestOfEachPlate(seen: readonly ReferenceTransit[]): readonly ReferenceTransit[] {
  return seen.filter((s) => !seen.some((other) => other.plate === s.plate && BigInt(other.id) > BigInt(s.id)));
}

/** A slow, straightforward search over a list, with which the results of the server are compared. */
export function referenceSearch(
  all: readonly ReferenceTransit[],
  filter: TransitFilter,
  scope: ReferenceScope,
  brandOf: ResolveBrand = () => null,
): ReferenceResult {
  const [start, end] = computeReferenceWindow(filter, scope);
  const shown = all.filter(
    (s) => (scope.gates === null || scope.gates.includes(s.gate)) && s.ms >= start && s.ms <= end,
  );
  const stats = (plate: string) => {
    const seen = shown.filter((s) => s.plate === plate);
    const isUnlimited = scope.gates === null && scope.tMax === 0;
    const total = isUnlimited ? all.filter((s) => s.plate === plate).length : seen.length;
    return { total, inWindow: seen.length, days: new Set(seen.map((s) => toRomeDay(s.ms))).size };
  };
  const isOften = (plate: string): boolean => {
    const { f_count_lt: lt, f_count_eq: eq, f_count_gt: gt } = filter;
    const passages = stats(plate).inWindow;
    return (
      (lt === undefined || passages < lt) &&
      (eq === undefined || passages === eq) &&
      (gt === undefined || passages > gt)
    );
  };
  const often = new Set([...new Set(shown.map((s) => s.plate))].filter(isOften));
  const found = shown.filter((s) => often.has(s.plate) && matchesFilter(s, filter, brandOf));
  return {
    ids: [...(filter.f_distinct === true ? newestOfEachPlate(found) : found)]
      .sort(buildComparator(filter.order_by ?? '-data', stats))
      .map((s) => s.id),
    stats,
  };
}

function buildComparator(
  orderBy: string,
  stats: ReferenceResult['stats'],
): (a: ReferenceTransit, b: ReferenceTransit) => number {
  const sign = orderBy.startsWith('-') ? -1 : 1;
  const field = orderBy.replace(/^[+\- ]/, '');
  const newest = (a: ReferenceTransit, b: ReferenceTransit): number => (BigInt(a.id) < BigInt(b.id) ? 1 : -1);
  if (field === 'data') return (a, b) => sign * -newest(a, b);
  const value = (s: ReferenceTransit): number => {
    const { total, inWindow, days } = stats(s.plate);
    return field === 'count_transits' ? total : field === 'g_transits' ? inWindow : days;
  };
  const values = new Map<string, number>();
  const cached = (s: ReferenceTransit): number => {
    const found = values.get(s.plate) ?? value(s);
    values.set(s.plate, found);
    return found;
  };
  return (a, b) => sign * (cached(a) - cached(b)) || newest(a, b);
}

export const isoMillisAgo = (ms: number): string => toIsoInstant(parseInstantMs(NOW) - ms);
