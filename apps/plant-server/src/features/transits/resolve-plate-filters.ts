import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { MinistryGateway, OwnerOutcome } from '../ministry/ministry.public.ts';
import type { PlantStore } from '../../context/open-store.ts';
import { nameMatches, resolvePlates, type NamedPlates, type PlateMatches } from './search/plate-matches.repository.ts';
import { bothOf, NO_ROW } from './search/plate-terms.sql.ts';
import type { PlateFilters } from './plate-filters.ts';

/** The resolved plate filters of a search, and the plate query used to tell why each row matches. */
export interface ResolvedPlates {
  readonly matches: PlateMatches;
  /** Null: no filter on the plate. */
  readonly plateQuery: PlateQuery | null;
}

interface ResolveDeps {
  readonly store: PlantStore;
  readonly ministry: Pick<MinistryGateway, 'vehiclesOfOwner'>;
}

const NO_PLATES: NamedPlates = { kind: 'plates', plates: [], condition: NO_ROW, hasCorrected: false };

/** Sub-code of `unavailable` when the ministry gives no result. An empty list would be a wrong answer. */
const UNAVAILABLE_SUB_CODES: Readonly<Record<Exclude<OwnerOutcome['kind'], 'facts'>, string>> = {
  congested: 'registry_congested',
  failed: 'registry_unreachable',
  missing: 'registry_missing',
  'no-service': 'registry_unreachable',
};

/** Plates of an owner according to the ministry. Throws `unavailable` when it cannot be reached. */
async function readPlatesOfOwner(
  { ministry }: ResolveDeps,
  code: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const outcome = await ministry.vehiclesOfOwner(code, signal);
  if (outcome.kind === 'facts') return outcome.plates;
  throw new AppError('unavailable', { sub: UNAVAILABLE_SUB_CODES[outcome.kind] });
}

/** Plate query for exactly these plates. An owner without vehicles must not become "no restriction". */
function toExactPlateQuery(plates: readonly string[]): PlateQuery {
  const terms = plates.flatMap((plate) => {
    const parsed = parsePlatePattern(plate);
    return parsed.ok ? parsed.terms : [];
  });
  return { terms, misreads: false, variations: 0 };
}

/** Rows that match both: candidates are the plates of the narrower one, and each row is tested with both conditions. */
function intersectMatches(a: NamedPlates, b: NamedPlates): PlateMatches {
  if (a.kind === 'all') return b;
  if (b.kind === 'all') return a;
  const condition = bothOf(a.condition, b.condition);
  const named = a.kind === 'plates' ? a : b;
  return named.kind === 'plates'
    ? { kind: 'plates', plates: named.plates, condition, hasCorrected: true }
    : { kind: 'broad', condition };
}

/** Resolves pattern and owner of a search. Throws `unavailable` when the ministry is needed but cannot be reached. */
export async function resolvePlateFilters(
  deps: ResolveDeps,
  filters: PlateFilters,
  signal: AbortSignal,
): Promise<ResolvedPlates> {
  const { plateQuery, ownerCode } = filters;
  const hasPattern = plateQuery.terms.length > 0;
  const byPattern = await resolvePlates(deps.store, plateQuery, signal);
  if (ownerCode === null) return { matches: byPattern, plateQuery: hasPattern ? plateQuery : null };
  const owned = toExactPlateQuery(await readPlatesOfOwner(deps, ownerCode, signal));
  const byOwner =
    owned.terms.length === 0 ? NO_PLATES : await nameMatches(await resolvePlates(deps.store, owned, signal), signal);
  return {
    matches: intersectMatches(byOwner, await nameMatches(byPattern, signal)),
    plateQuery: hasPattern ? plateQuery : owned,
  };
}
