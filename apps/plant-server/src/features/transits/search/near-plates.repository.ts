import { sql } from 'kysely';
import { foldPlate } from '@varco/domain/plates/normalise-plate.ts';
import type { PlateTerm } from '@varco/domain/plates/plate-pattern.ts';
import { matchPlateQuery, type PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { matchesAnyTerm, foldedColumn, type PlateColumn } from './plate-terms.sql.ts';
import { compileStatement, type Runner } from '../../../database/sql-statement.ts';
import type { Condition } from '../../../policy/visible-transits.sql.ts';

/** Maximum rows and terms per statement, so that each statement stays far below the time limit. */
const PAGE_ROWS = 20_000;
const MAX_TERMS_PER_STATEMENT = 5;

/** Minimum number of characters of a plate that matches the term, and whether it may have any number more. */
function measureTerm(term: PlateTerm): { readonly fixed: number; readonly isOpen: boolean } {
  const fixed = term.pieces.reduce(
    (n, p) => n + (p.kind === 'text' ? p.text.length : p.kind === 'any' ? 0 : p.count),
    0,
  );
  return { fixed, isOpen: term.pieces.some((piece) => piece.kind === 'any') };
}

/**
 * True when every plate matches: the allowed variations cover all characters of the term, and only a wildcard is left.
 */
export function matchesEverything(term: PlateTerm, variations: number): boolean {
  const { fixed, isOpen } = measureTerm(term);
  return isOpen && fixed <= (term.onlyAsRead ? 0 : variations);
}

/**
 * Splits the text of a term into `count` pieces that do not overlap. A plate with fewer errors than pieces contains at
 * least one piece unchanged. Empty when the text is too short.
 */
export function splitIntoPieces(term: PlateTerm, count: number): readonly string[] {
  const pieces = term.pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));
  const longestFirst = (): unknown => pieces.sort((a, b) => b.length - a.length);
  longestFirst();
  while (pieces.length < count) {
    const longest = pieces[0] ?? '';
    if (longest.length < 2) return [];
    const half = longest.length >> 1;
    pieces.splice(0, 1, longest.slice(0, half), longest.slice(half));
    longestFirst();
  }
  return pieces.slice(0, count);
}

/** A necessary condition for plates near the term; plates that are too far away may also pass it. */
function mayMatchTerm(column: PlateColumn, term: PlateTerm, { misreads, variations }: PlateQuery): Condition {
  if (term.onlyAsRead || variations === 0) return matchesAnyTerm(column, [term], misreads);
  const text = misreads ? foldedColumn(column) : sql.ref(column);
  const batch = (part: string): string => (misreads ? foldPlate(part) : part);
  const { fixed, isOpen } = measureTerm(term);
  const all: Condition[] = [sql<boolean>`length(${text}) >= ${fixed - variations}::integer`];
  if (!isOpen) all.push(sql<boolean>`length(${text}) <= ${fixed + variations}::integer`);
  const pieces = splitIntoPieces(term, variations + 1);
  if (term.literal !== null)
    all.push(
      sql<boolean>`levenshtein_less_equal(${text}, ${batch(term.literal)}, ${variations}::integer) <= ${variations}::integer`,
    );
  else if (pieces.length > 0)
    all.push(
      sql<boolean>`(${sql.join(
        pieces.map((piece) => sql<boolean>`${text} like ${`%${batch(piece)}%`}`),
        sql` or `,
      )})`,
    );
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

const SOURCES = {
  'd.plate': sql`plate_dict as d`,
  'c.corrected': sql`plate_correction as c`,
} as const;

/**
 * Every plate of the dictionary, or of the corrections, that matches a plate query with variations. The database
 * preselects page by page; `matchPlateQuery` decides.
 */
export async function findNearPlates(
  runner: Runner,
  column: keyof typeof SOURCES,
  plateQuery: PlateQuery,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const ref = sql.ref(column);
  for (let from = 0; from < plateQuery.terms.length; from += MAX_TERMS_PER_STATEMENT) {
    const batch = { ...plateQuery, terms: plateQuery.terms.slice(from, from + MAX_TERMS_PER_STATEMENT) };
    const isNear = sql.join(
      batch.terms.map((term) => mayMatchTerm(column, term, batch)),
      sql` or `,
    );
    let last = '';
    for (let rows = PAGE_ROWS; rows === PAGE_ROWS;) {
      const query = sql`select distinct ${ref} as plate from ${SOURCES[column]} where ${ref} > ${last} and (${isNear}) order by 1 limit ${PAGE_ROWS}`;
      const page = await runner.run<{ plate: string }>(compileStatement(query), signal);
      for (const { plate } of page) if (matchPlateQuery(plate, batch) !== null) found.add(plate);
      rows = page.length;
      last = page.at(-1)?.plate ?? last;
    }
  }
  return found;
}
