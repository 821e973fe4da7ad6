import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import { matchPlateQuery } from '@varco/domain/plates/plate-query.ts';
import { PROVINCES } from '@varco/domain/provinces.ts';
import type { ReferenceTransit } from './reference-transit.ts';

/** Brand and model of an id of f_brand_id; model null: any model; null: unknown id. */
export type ResolveBrand = (id: number) => { readonly brand: string; readonly model: string | null } | null;

/** Matches patterns with a regular expression; with misreads or variations, with the domain's definition. */
function matchesPattern(seen: ReferenceTransit, filter: TransitFilter): boolean {
  const {
    f_targa: pattern = '',
    f_allowed_plate_misreads: misreads = false,
    f_allowed_plate_errors: errors = 0,
  } = filter;
  const terms = pattern
    .toUpperCase()
    .split(/[,;]/)
    .filter((term) => term.replaceAll('=', '') !== '');
  if (terms.length === 0) return true;
  const fits = (plate: string, term: string): boolean => {
    if (misreads || errors > 0) return isNearPlate(plate, term, misreads, errors);
    const source = term
      .replaceAll('=', '')
      .replaceAll('*', '.*')
      .replace(/\{(\d+)\}/g, '.{$1}');
    return new RegExp(`^${source}$`).test(plate);
  };
  return terms.some(
    (term) =>
      fits(seen.plate, term) || (!term.includes('=') && seen.corrected !== undefined && fits(seen.corrected, term)),
  );
}

function isNearPlate(plate: string, term: string, misreads: boolean, errors: number): boolean {
  const parsed = parsePlatePattern(term);
  const variations = errors === 1 || errors === 2 || errors === 3 ? errors : 0;
  return parsed.ok && matchPlateQuery(plate, { terms: parsed.terms, misreads, variations }) !== null;
}

const INFRINGEMENT: Readonly<Record<string, (seen: ReferenceTransit) => boolean>> = {
  NA: (s) => s.insured === 'no',
  NR: (s) => s.inspected === 'no',
  RUB: (s) => s.stolen === 'si' || s.alarm === 'rub',
  BL: (s) => !['no', '--'].includes(s.alarm ?? 'no'),
  PN: (s) => s.alarm === 'pn',
  WL: (s) => s.whitelisted === true,
};
const toKnownValue = (word: string | undefined): string => (word === undefined || word === 'undefined' ? '' : word);

/** True when the list is empty or absent, or any item matches. */
const matchesAny = <T>(list: readonly T[] | undefined, test: (choice: T) => boolean): boolean =>
  list === undefined || list.length === 0 || list.some(test);
const matchesAnyValue = (list: readonly string[] | undefined, word: string | undefined): boolean =>
  matchesAny(list, (choice) => toKnownValue(choice) === toKnownValue(word));

function matchesProvince(seen: ReferenceTransit, ids: readonly number[] = []): boolean {
  const isIts = (id: number): boolean => PROVINCES.some((p) => p.id === id && p.code === seen.province);
  const requested = ids.filter((id) => id > 0);
  const unwanted = ids.filter((id) => id < 0).map((id) => -id);
  return (requested.length === 0 || requested.some(isIts)) && !unwanted.some(isIts);
}

function matchesOrigin(seen: ReferenceTransit, filter: TransitFilter): boolean {
  const nation = seen.nation ?? '';
  const isForeigner = nation !== '' && nation !== 'I';
  const comune = (seen.comune ?? '').toLowerCase();
  const isLocal = comune === 'prova' && !isForeigner;
  const isElsewhere = isForeigner || (comune !== '' && comune !== 'prova');
  return (
    matchesAnyValue(filter.f_nazioni, seen.nation) &&
    (filter.f_national !== 2 || nation === 'I') &&
    (filter.f_national !== 3 || isForeigner) &&
    matchesProvince(seen, filter.f_province) &&
    ((filter.f_local !== true && filter.f_foreign !== true) ||
      (filter.f_local === true && isLocal) ||
      (filter.f_foreign === true && isElsewhere))
  );
}

function matchesPanel(seen: ReferenceTransit, filter: TransitFilter): boolean {
  const kemler = seen.adrKemler ?? '';
  const unNumber = Number(seen.adrUn ?? '0') > 0 ? (seen.adrUn ?? '') : '';
  const isAdr = kemler !== '' || unNumber !== '';
  const { f_kemler: asked = '', f_onu: digits = '' } = filter;
  return (
    (filter.f_adr_only !== true || isAdr) &&
    (asked === '' || kemler.startsWith(asked) || kemler.startsWith(`X${asked}`)) &&
    (digits === '' || unNumber.startsWith(digits)) &&
    matchesAny(filter.f_adr_class, (choice) => isAdr && choice === seen.adrClass)
  );
}

/** Checks all conditions of a filter on one row, except time, allowed gates, owner and recurrence (ADR 0006). */
export function matchesFilter(s: ReferenceTransit, filter: TransitFilter, brandOf: ResolveBrand): boolean {
  const { f_speed_min: slowest, f_speed_max: fastest } = filter;
  return (
    matchesPattern(s, filter) &&
    matchesOrigin(s, filter) &&
    matchesPanel(s, filter) &&
    matchesAny(filter.f_varchi, (gate) => gate === s.gate) &&
    matchesAny(filter.f_infrazione, (code) => INFRINGEMENT[code]?.(s) === true) &&
    matchesAnyValue(filter.f_colore, s.colour) &&
    matchesAnyValue(filter.f_tipo, s.vehicleClass) &&
    matchesAny(filter.f_brand_id, (id) => {
      const asked = brandOf(id);
      return asked !== null && asked.brand === s.brand && (asked.model === null || asked.model === s.model);
    }) &&
    matchesAny(filter.f_direction, (direction) => direction === s.direction) &&
    matchesAny(filter.f_lane, (lane) => lane === s.lane) &&
    (filter.no_unknown !== true || /^[A-Z0-9]{2,32}$/.test(s.plate)) &&
    (slowest === undefined || (s.speed ?? -1) >= slowest) &&
    (fastest === undefined || (s.speed !== undefined && s.speed <= fastest))
  );
}
