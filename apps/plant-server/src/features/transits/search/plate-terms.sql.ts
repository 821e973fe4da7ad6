import { sql, type RawBuilder } from 'kysely';
import { CONFUSABLE_FROM, CONFUSABLE_TO, foldPlate } from '@varco/domain/plates/normalise-plate.ts';
import { toLikePattern, type PlateTerm } from '@varco/domain/plates/plate-pattern.ts';
import type { Condition } from '../../../policy/visible-transits.sql.ts';

/** Columns that hold a plate: of the dictionary, of a transit, of a correction. */
export type PlateColumn = 'd.plate' | 't.plate' | 'c.corrected';

/**
 * Up to this many plates a search reads plate by plate. With more, the pattern is common and a scan by time finds rows
 * soon.
 */
export const MAX_NAMED_PLATES = 2000;

/** True for one of these plates. */
export const isOneOf = (column: PlateColumn, plates: Iterable<string>): Condition =>
  sql<boolean>`${sql.ref(column)} = any(${[...plates]}::text[])`;

/** The column with confusable characters replaced by their group. The dictionary stores and indexes it. */
export const foldedColumn = (column: PlateColumn): RawBuilder<string> =>
  column === 'd.plate' ? sql.ref('d.folded') : sql`translate(${sql.ref(column)}, ${CONFUSABLE_FROM}, ${CONFUSABLE_TO})`;

function matchesAsRead(column: PlateColumn, term: PlateTerm): Condition {
  const like = toLikePattern(term);
  const ref = sql.ref(column);
  if (term.literal !== null) return sql<boolean>`${ref} = ${term.literal}`;
  const last = term.pieces.at(-1);
  const first = term.pieces[0];
  if (column === 'd.plate' && first?.kind !== 'text' && last?.kind === 'text') {
    // A known suffix is found through the index on the reversed plate.
    return sql<boolean>`(reverse(${ref}) like ${`${[...last.text].reverse().join('')}%`} and ${ref} like ${like})`;
  }
  return sql<boolean>`${ref} like ${like}`;
}

function matchesFolded(column: PlateColumn, term: PlateTerm): Condition {
  const ref = foldedColumn(column);
  return term.literal === null
    ? sql<boolean>`${ref} like ${foldPlate(toLikePattern(term))}`
    : sql<boolean>`${ref} = ${foldPlate(term.literal)}`;
}

/**
 * True when any of the terms matches the column. With `misreads` confusable characters are equal, unless a term is
 * marked with `=`.
 */
export const matchesAnyTerm = (column: PlateColumn, terms: readonly PlateTerm[], misreads: boolean): Condition =>
  sql<boolean>`(${sql.join(
    terms.map((term) => (misreads && !term.onlyAsRead ? matchesFolded(column, term) : matchesAsRead(column, term))),
    sql` or `,
  )})`;

/** No row. */
export const NO_ROW = sql<boolean>`false`;
/** Every row. */
export const EVERY_ROW = sql<boolean>`true`;
/** Rows that meet both conditions. */
export const bothOf = (a: Condition, b: Condition): Condition => sql<boolean>`(${a} and ${b})`;

/** The rows of some plates as read, or those corrected to a plate that meets a condition on the correction `c`. */
export const readOrCorrected = (asRead: Condition, corrected: Condition): Condition =>
  sql<boolean>`(${asRead} or (t.plate, t.ts, t.id) in (
        select c.plate, c.ts, c.id from plate_correction as c where ${corrected}))`;
