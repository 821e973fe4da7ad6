import { sql } from 'kysely';
import { acceptsCorrections } from '@varco/domain/plates/plate-pattern.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import {
  nameAllInIndex,
  matchEveryPlate,
  findInIndex,
  type MatchingPlates,
  type IndexedPlates,
} from './indexed-plates.ts';
import { matchesEverything, findNearPlates } from './near-plates.repository.ts';
import type { PlantStore } from '../../../context/open-store.ts';
import { isOneOf, matchesAnyTerm, MAX_NAMED_PLATES, NO_ROW, readOrCorrected } from './plate-terms.sql.ts';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';
import type { Condition } from '../../../policy/visible-transits.sql.ts';

/**
 * The resolved plate query of a search. `all`: no restriction. `plates`: the only plates that can match, as read or
 * through a correction. `broad`: too many plates to name, so `condition` is tested row by row. `unnamed`: only the
 * index can evaluate the query, and its plates must be named before a statement can use them.
 */
export type PlateMatches =
  | { readonly kind: 'all'; readonly indexed?: IndexedPlates }
  | {
      readonly kind: 'plates';
      readonly plates: readonly string[];
      readonly condition: Condition;
      readonly hasCorrected: boolean;
      readonly indexed?: IndexedPlates;
    }
  | { readonly kind: 'broad'; readonly condition: Condition; readonly indexed?: IndexedPlates }
  | {
      readonly kind: 'unnamed';
      readonly indexed: IndexedPlates;
      /** Names the plates. There may be hundreds of thousands, as in `broad`. */
      readonly name: (signal?: AbortSignal) => Promise<PlateMatches>;
    };

/** Matches that a statement can use. */
export type NamedPlates = Exclude<PlateMatches, { kind: 'unnamed' }>;

async function findInDatabase(runner: Runner, plateQuery: PlateQuery, signal?: AbortSignal): Promise<MatchingPlates> {
  const { terms, misreads, variations } = plateQuery;
  if (variations > 0) {
    const nearPlateTexts = await findNearPlates(runner, 'd.plate', plateQuery, signal);
    return { plates: nullIfTooMany(nearPlateTexts), condition: isOneOf('t.plate', nearPlateTexts) };
  }
  const isNamed = (term: (typeof terms)[number]): boolean => term.literal !== null && (!misreads || term.onlyAsRead);
  const plates = new Set(terms.filter(isNamed).map((term) => term.literal ?? ''));
  const wild = terms.filter((term) => !isNamed(term));
  if (wild.length > 0) {
    const query = sql`select d.plate from plate_dict as d where ${matchesAnyTerm('d.plate', wild, misreads)} limit ${MAX_NAMED_PLATES + 1}`;
    for (const row of await runner.run<{ plate: string }>(compileStatement(query), signal)) plates.add(row.plate);
  }
  const named = nullIfTooMany(plates);
  return {
    plates: named,
    condition: named === null ? matchesAnyTerm('t.plate', terms, misreads) : isOneOf('t.plate', named),
  };
}

const nullIfTooMany = (plates: ReadonlySet<string>): ReadonlySet<string> | null =>
  plates.size > MAX_NAMED_PLATES ? null : plates;

/** Plates as read whose correction matches. */
async function findCorrected(runner: Runner, plateQuery: PlateQuery, signal?: AbortSignal): Promise<MatchingPlates> {
  const terms = plateQuery.terms.filter(acceptsCorrections);
  if (terms.length === 0) return { plates: new Set(), condition: NO_ROW };
  const condition =
    plateQuery.variations > 0
      ? isOneOf('c.corrected', await findNearPlates(runner, 'c.corrected', { ...plateQuery, terms }, signal))
      : matchesAnyTerm('c.corrected', terms, plateQuery.misreads);
  const query = sql`select distinct c.plate from plate_correction as c where ${condition} limit ${MAX_NAMED_PLATES + 1}`;
  const rows = await runner.run<{ plate: string }>(compileStatement(query), signal);
  return { plates: nullIfTooMany(new Set(rows.map((row) => row.plate))), condition };
}

/**
 * Resolves which plates match a plate query (as defined by `matchPlateQuery`), from the index in memory or, while it is not
 * available, from the plate dictionary. Both the plate as read and its correction count, unless the term is marked with
 * `=`. Each statement is short. The only function that decides how plates are found. Source: storage design, part 7
 * (Q2, Q5).
 */
export async function resolvePlates(
  { runner, plateIndex }: Pick<PlantStore, 'runner' | 'plateIndex'>,
  plateQuery: PlateQuery,
  signal?: AbortSignal,
): Promise<PlateMatches> {
  const { terms, variations } = plateQuery;
  if (terms.length === 0 || terms.some((term) => matchesEverything(term, variations)))
    return { kind: 'all', indexed: matchEveryPlate(plateIndex) };
  const inIndex = await findInIndex(plateIndex, plateQuery, signal);
  const corrected = await findCorrected(runner, plateQuery, signal);
  if (inIndex === null) return combineMatches(await findInDatabase(runner, plateQuery, signal), corrected);
  const indexed: IndexedPlates = { index: plateIndex, plateQuery: plateQuery, corrected };
  if (inIndex.condition !== null)
    return combineMatches({ ...inIndex, condition: inIndex.condition }, corrected, indexed);
  const name = async (aborting?: AbortSignal): Promise<PlateMatches> => {
    const named = await nameAllInIndex(plateIndex, plateQuery, aborting);
    return combineMatches(named ?? (await findInDatabase(runner, plateQuery, aborting)), corrected, indexed);
  };
  return { kind: 'unnamed', indexed, name };
}

/** Combines plates that match as read and plates that match as corrected. */
function combineMatches(asRead: MatchingPlates, corrected: MatchingPlates, indexed?: IndexedPlates): PlateMatches {
  const hasCorrected = corrected.plates?.size !== 0;
  const condition = hasCorrected ? readOrCorrected(asRead.condition, corrected.condition) : asRead.condition;
  const withIndex = indexed === undefined ? {} : { indexed };
  if (asRead.plates === null || corrected.plates === null) return { kind: 'broad', condition, ...withIndex };
  const plates = [...new Set([...asRead.plates, ...corrected.plates])];
  return { kind: 'plates', plates, condition, hasCorrected, ...withIndex };
}

/** Converts matches into a form that statements can use. */
export const nameMatches = async (matches: PlateMatches, signal?: AbortSignal): Promise<NamedPlates> => {
  const named = matches.kind === 'unnamed' ? await matches.name(signal) : matches;
  if (named.kind === 'unnamed') throw new Error('plates that cannot be named');
  return named;
};
