/** Plate patterns of the search box (T 5.1, readings TA07). */

/** Maximum number of plates or patterns in one search, and maximum length of one (security rules, part 9). */
export const MAX_TERMS = 100;
export const MAX_TERM_LENGTH = 64;

type PatternPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'unknown'; readonly count: number };

/** One alternative of a pattern. */
export interface PlateTerm {
  readonly pieces: readonly PatternPiece[];
  /** The whole plate when there is no wildcard, else null. */
  readonly literal: string | null;
  /** Marked with `=`: only the plate as read by the camera counts, not a correction. */
  readonly onlyAsRead: boolean;
  /**
   * What cameras were measured to read instead of another term (`widenPlateQuery`). It matches only plates as read, because
   * a correction is what a person saw, and never counts as exact.
   */
  readonly isMeasured?: boolean;
}

/** True when the corrections of plates count for the term, too. */
export const acceptsCorrections = ({ onlyAsRead, isMeasured = false }: PlateTerm): boolean =>
  !onlyAsRead && !isMeasured;

export type PlatePatternResult =
  | { readonly ok: true; readonly terms: readonly PlateTerm[] }
  | { readonly ok: false; readonly reason: 'too_many' | 'too_long' | 'braces' | 'characters' };

function parsePatternPieces(text: string): PatternPiece[] | null {
  const pieces: PatternPiece[] = [];
  for (const part of text.match(/[A-Z0-9]+|\*+|\{\d{1,2}\}|[\s\S]/g) ?? []) {
    if (part.startsWith('*')) pieces.push({ kind: 'any' });
    else if (part.startsWith('{')) {
      const count = Number(part.slice(1, -1));
      if (part.length < 3 || count < 1 || count > 32) return null;
      pieces.push({ kind: 'unknown', count });
    } else if (part === '}') return null;
    else pieces.push({ kind: 'text', text: part });
  }
  return pieces;
}

function joinLiteral(pieces: readonly PatternPiece[]): string | null {
  const [only, more] = pieces;
  return only?.kind === 'text' && more === undefined ? only.text : null;
}

/**
 * Parses the text of the plate box: `*` any run of characters, `{n}` exactly n unknown characters, `,` and `;`
 * separate alternatives, `=` matches only the plate as read by the camera; spaces and case are ignored. Without any
 * alternative (empty text, only separators) there is no restriction: `terms` is empty.
 */
export function parsePlatePattern(input: string): PlatePatternResult {
  const texts = input
    .toUpperCase()
    .replaceAll(' ', '')
    .split(/[,;]/)
    .filter((text) => text.replaceAll('=', '') !== '');
  if (texts.length > MAX_TERMS) return { ok: false, reason: 'too_many' };
  const terms: PlateTerm[] = [];
  for (const text of texts) {
    if (text.length > MAX_TERM_LENGTH) return { ok: false, reason: 'too_long' };
    const bare = text.replaceAll('=', '');
    if (!/^[A-Z0-9*{}]+$/.test(bare)) return { ok: false, reason: 'characters' };
    const pieces = parsePatternPieces(bare);
    if (pieces === null) return { ok: false, reason: 'braces' };
    terms.push({ pieces, literal: joinLiteral(pieces), onlyAsRead: text.includes('=') });
  }
  return { ok: true, terms };
}

/** SQL LIKE pattern of a term; a term contains no character that needs escaping. */
export const toLikePattern = (term: PlateTerm): string =>
  term.pieces.map((p) => (p.kind === 'text' ? p.text : p.kind === 'any' ? '%' : '_'.repeat(p.count))).join('');

/** Positions in the plate (0 to its length) that can be reached after one more piece. */
function advanceMatch(plate: string, places: readonly number[], piece: PatternPiece): readonly number[] {
  if (piece.kind === 'unknown') return places.map((at) => at + piece.count).filter((at) => at <= plate.length);
  if (piece.kind === 'text')
    return places.filter((at) => plate.startsWith(piece.text, at)).map((at) => at + piece.text.length);
  const first = Math.min(...places);
  return places.length === 0 ? [] : Array.from({ length: plate.length - first + 1 }, (_, i) => first + i);
}

/**
 * True when the whole plate matches the term. The cost is linear in the pattern, so that no pattern can make it slow.
 */
export function matchesTerm(plate: string, term: PlateTerm): boolean {
  let places: readonly number[] = [0];
  for (const piece of term.pieces) places = advanceMatch(plate, places, piece);
  return places.includes(plate.length);
}
