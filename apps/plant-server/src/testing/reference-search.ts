import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { isoOf, msOf, romeDayOf } from '@varco/domain/time/rome.ts';
import { transitIdOf } from '@varco/domain/transits/transit-id.ts';
import type { NewRead } from '../store/new-read.ts';
import { NOW } from './test-plant.ts';

/** The same search done slowly and obviously right over a list: what every answer of the server is held against. */
export interface Seen extends NewRead {
  readonly id: string;
  readonly ms: number;
  readonly corrected?: string;
}

export interface ReferenceScope {
  readonly gates: readonly number[] | null;
  readonly tMax: number;
}

export function storedOnce(reads: readonly NewRead[]): readonly Seen[] {
  const byKey = new Map<string, Seen>();
  for (const read of reads) {
    const ms = msOf(read.at);
    const id = transitIdOf(read.gate, read.plate, ms);
    if (!byKey.has(`${id} ${read.plate}`)) byKey.set(`${id} ${read.plate}`, { ...read, id, ms });
  }
  return [...byKey.values()];
}

function fitsPattern(seen: Seen, pattern: string): boolean {
  const terms = pattern
    .toUpperCase()
    .split(/[,;]/)
    .filter((term) => term.replaceAll('=', '') !== '');
  if (terms.length === 0) return true;
  return terms.some((term) => {
    const source = term
      .replaceAll('=', '')
      .replaceAll('*', '.*')
      .replace(/\{(\d+)\}/g, '.{$1}');
    const expression = new RegExp(`^${source}$`);
    return (
      expression.test(seen.plate) ||
      (!term.includes('=') && seen.corrected !== undefined && expression.test(seen.corrected))
    );
  });
}

const INFRINGEMENT: Readonly<Record<string, (seen: Seen) => boolean>> = {
  NA: (s) => s.insured === 'no',
  NR: (s) => s.inspected === 'no',
  RUB: (s) => s.stolen === 'si' || s.alarm === 'rub',
  BL: (s) => !['no', '--'].includes(s.alarm ?? 'no'),
  PN: (s) => s.alarm === 'pn',
  WL: (s) => s.whitelisted === true,
};
const known = (word: string | undefined): string => (word === undefined || word === 'undefined' ? '' : word);
const among = (list: readonly string[] | undefined, word: string | undefined): boolean =>
  list === undefined || list.length === 0 || list.map(known).includes(known(word));

function window(filter: TransitFilter, scope: ReferenceScope): [number, number] {
  const now = msOf(NOW);
  const end = filter.f_endTime === undefined ? Number.POSITIVE_INFINITY : msOf(filter.f_endTime);
  let start = filter.f_startTime === undefined ? 0 : msOf(filter.f_startTime);
  start = Math.max(start, now - 90 * 86_400_000);
  if (scope.tMax > 0) start = Math.max(start, Math.min(end, now) - scope.tMax * 60_000);
  return [start, filter.ref_time === undefined ? end : Math.min(end, msOf(filter.ref_time))];
}

export interface ReferenceAnswer {
  /** All ids in order, unpaged. */
  readonly ids: readonly string[];
  /** Recurrence of a plate: total on the plant, in the window, on how many Rome days. */
  stats(plate: string): { readonly total: number; readonly inWindow: number; readonly days: number };
}

export function referenceSearch(all: readonly Seen[], filter: TransitFilter, scope: ReferenceScope): ReferenceAnswer {
  const [start, end] = window(filter, scope);
  const mayShow = (s: Seen): boolean =>
    (scope.gates === null || scope.gates.includes(s.gate)) && s.ms >= start && s.ms <= end;
  const fits = (s: Seen): boolean =>
    mayShow(s) &&
    fitsPattern(s, filter.f_targa ?? '') &&
    (filter.f_varchi === undefined || filter.f_varchi.length === 0 || filter.f_varchi.includes(s.gate)) &&
    (filter.f_infrazione === undefined ||
      filter.f_infrazione.length === 0 ||
      filter.f_infrazione.some((code) => INFRINGEMENT[code]?.(s) === true)) &&
    among(filter.f_colore, s.colour) &&
    among(filter.f_tipo, s.vehicleClass) &&
    among(filter.f_nazioni, s.nation) &&
    (filter.f_direction === undefined ||
      filter.f_direction.length === 0 ||
      filter.f_direction.includes(s.direction ?? 0)) &&
    (filter.f_adr_only !== true || s.adrKemler !== undefined) &&
    (filter.f_speed_min === undefined || (s.speed ?? -1) >= filter.f_speed_min) &&
    (filter.f_speed_max === undefined || (s.speed !== undefined && s.speed <= filter.f_speed_max));
  const stats = (plate: string) => {
    const seen = all.filter((s) => s.plate === plate && mayShow(s));
    const isUnlimited = scope.gates === null && scope.tMax === 0;
    const total = isUnlimited ? all.filter((s) => s.plate === plate).length : seen.length;
    return { total, inWindow: seen.length, days: new Set(seen.map((s) => romeDayOf(s.ms))).size };
  };
  return {
    ids: all
      .filter(fits)
      .sort(comparator(filter.order_by ?? '-data', stats))
      .map((s) => s.id),
    stats,
  };
}

function comparator(orderBy: string, stats: ReferenceAnswer['stats']): (a: Seen, b: Seen) => number {
  const sign = orderBy.startsWith('-') ? -1 : 1;
  const field = orderBy.replace(/^[+\- ]/, '');
  const newest = (a: Seen, b: Seen): number => (BigInt(a.id) < BigInt(b.id) ? 1 : -1);
  if (field === 'data') return (a, b) => sign * -newest(a, b);
  const value = (s: Seen): number => {
    const { total, inWindow, days } = stats(s.plate);
    return field === 'count_transits' ? total : field === 'g_transits' ? inWindow : days;
  };
  const values = new Map<string, number>();
  const cached = (s: Seen): number => {
    const found = values.get(s.plate) ?? value(s);
    values.set(s.plate, found);
    return found;
  };
  return (a, b) => sign * (cached(a) - cached(b)) || newest(a, b);
}

export const isoAgo = (ms: number): string => isoOf(msOf(NOW) - ms);
