import { foldPlate } from './normalise-plate.ts';
import type { PlateTerm } from './plate-pattern.ts';

/** The plate part of a search: patterns, and how far a plate may differ from them. */
export interface PlateQuery {
  readonly terms: readonly PlateTerm[];
  /** Characters that cameras confuse count as equal (T 2.2, FLT-25). */
  readonly misreads: boolean;
  /** Number of characters that may be changed, missing or added (T 2.2, FLT-23). */
  readonly variations: 0 | 1 | 2 | 3;
}

/** How a plate matches the query, the closest way first. */
export type PlateCloseness =
  | { readonly kind: 'exact' }
  | { readonly kind: 'misread' }
  | { readonly kind: 'variation'; readonly errors: number };

/** The pattern as one symbol per position: a character, any one (`?`), any run (`*`). */
const toPatternSymbols = (term: PlateTerm): string =>
  term.pieces.map((p) => (p.kind === 'text' ? p.text : p.kind === 'any' ? '*' : '?'.repeat(p.count))).join('');

/**
 * Fewest characters changed, removed or added that make the plate match the pattern (Levenshtein distance to the
 * nearest text the pattern allows; a wildcard run costs nothing).
 */
function computeEditDistance(plate: string, symbols: string): number {
  let row = Array.from({ length: plate.length + 1 }, (_, i) => i);
  for (const symbol of symbols) {
    const next: number[] = [];
    for (const [i, above] of row.entries()) {
      const left = next[i - 1] ?? Infinity;
      const diagonal = row[i - 1] ?? Infinity;
      const change = symbol === '?' || symbol === plate[i - 1] ? 0 : 1;
      next.push(symbol === '*' ? Math.min(above, left) : Math.min(above + 1, left + 1, diagonal + change));
    }
    row = next;
  }
  return row.at(-1) ?? Infinity;
}

/**
 * How a plate matches a query; null: not at all. This is the reference implementation that faster ones are tested
 * against. A term marked with `=` allows neither misreads nor variations (readings, TA07). With both allowed, a
 * confusable character costs no variation. A measured term matches as a misread at best.
 */
export function matchPlateQuery(plate: string, question: PlateQuery): PlateCloseness | null {
  const { terms, misreads, variations } = question;
  if (terms.length === 0) return { kind: 'exact' };
  let errors = Infinity;
  let isMisread = false;
  for (const term of terms) {
    const symbols = toPatternSymbols(term);
    const exact = computeEditDistance(plate, symbols);
    if (exact === 0 && term.isMeasured !== true) return { kind: 'exact' };
    if (term.onlyAsRead) continue;
    const folded = misreads ? computeEditDistance(foldPlate(plate), foldPlate(symbols)) : Infinity;
    isMisread ||= folded === 0;
    errors = Math.min(errors, exact, folded);
  }
  if (isMisread) return { kind: 'misread' };
  return errors <= variations ? { kind: 'variation', errors } : null;
}
