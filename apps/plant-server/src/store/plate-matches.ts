import { sql, type RawBuilder } from 'kysely';
import { likeOf, type PlateTerm } from '@varco/domain/plates/plate-pattern.ts';
import { statementOf, type Runner } from './statement.ts';
import type { Condition } from './visible-transits.ts';

/** Up to this many plates a search goes plate by plate; above, the pattern is common and a walk in time finds it soon. */
export const MOST_PROBED_PLATES = 2000;

/**
 * What the plate pattern of a search comes to. `plates`: the only plates that can match, as read or through a
 * correction; `broad`: too many to name; `condition` then says it row by row. `all`: no pattern.
 */
export type PlateMatches =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'plates';
      readonly plates: readonly string[];
      readonly condition: Condition;
      readonly hasCorrected: boolean;
    }
  | { readonly kind: 'broad'; readonly condition: Condition };

type PlateColumn = 'd.plate' | 't.plate' | 'c.corrected';

function termOn(column: PlateColumn, term: PlateTerm, indexedReverse: boolean): Condition {
  const like = likeOf(term);
  const ref = sql.ref(column);
  if (term.literal !== null) return sql<boolean>`${ref} = ${term.literal}`;
  const last = term.pieces.at(-1);
  const first = term.pieces[0];
  if (indexedReverse && first?.kind !== 'text' && last?.kind === 'text') {
    // A known ending is found through the index on the reversed plate.
    return sql<boolean>`(reverse(${ref}) like ${`${[...last.text].reverse().join('')}%`} and ${ref} like ${like})`;
  }
  return sql<boolean>`${ref} like ${like}`;
}

const anyTerm = (column: PlateColumn, terms: readonly PlateTerm[], indexedReverse = false): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    terms.map((term) => termOn(column, term, indexedReverse)),
    sql` or `,
  )})`;

async function platesAsRead(runner: Runner, terms: readonly PlateTerm[], signal?: AbortSignal): Promise<Set<string>> {
  const plates = new Set(terms.map((term) => term.literal).filter((literal) => literal !== null));
  const wild = terms.filter((term) => term.literal === null);
  if (wild.length > 0) {
    const query = sql`select d.plate from plate_dict as d where ${anyTerm('d.plate', wild, true)} limit ${MOST_PROBED_PLATES + 1}`;
    for (const row of await runner.run<{ plate: string }>(statementOf(query), signal)) plates.add(row.plate);
  }
  return plates;
}

async function platesCorrected(
  runner: Runner,
  terms: readonly PlateTerm[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (terms.length === 0) return [];
  const query = sql`select distinct c.plate from plate_correction as c where ${anyTerm('c.corrected', terms)} limit ${MOST_PROBED_PLATES + 1}`;
  return (await runner.run<{ plate: string }>(statementOf(query), signal)).map((row) => row.plate);
}

function rowCondition(asRead: Condition, corrected: readonly PlateTerm[], hasCorrected: boolean): Condition {
  if (!hasCorrected) return asRead;
  return sql<boolean>`(${asRead} or (t.plate, t.ts, t.id) in (
    select c.plate, c.ts, c.id from plate_correction as c where ${anyTerm('c.corrected', corrected)}))`;
}

/**
 * Asks the plate dictionary which plates fit; both the plate as read and a person's correction count, unless the term
 * is marked with `=`. Two short statements at most. Source: storage design, part 7 (Q2).
 */
export async function resolvePlates(
  runner: Runner,
  terms: readonly PlateTerm[],
  signal?: AbortSignal,
): Promise<PlateMatches> {
  if (terms.length === 0 || terms.some((term) => likeOf(term).replaceAll('%', '') === '')) return { kind: 'all' };
  const correctable = terms.filter((term) => !term.onlyAsRead);
  const asRead = await platesAsRead(runner, terms, signal);
  const corrected = await platesCorrected(runner, correctable, signal);
  const hasCorrected = corrected.length > 0;
  if (asRead.size > MOST_PROBED_PLATES || corrected.length > MOST_PROBED_PLATES) {
    return { kind: 'broad', condition: rowCondition(anyTerm('t.plate', terms), correctable, hasCorrected) };
  }
  const condition = rowCondition(sql<boolean>`t.plate = any(${[...asRead]}::text[])`, correctable, hasCorrected);
  return { kind: 'plates', plates: [...new Set([...asRead, ...corrected])], condition, hasCorrected };
}
