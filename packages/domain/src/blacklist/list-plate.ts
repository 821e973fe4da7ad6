import { normalisePlate } from '../plates/normalise-plate.ts';

/** Literal characters a pattern must contain at least: `*` alone would list every vehicle. */
const MIN_LITERAL_CHARACTERS = 3;

/**
 * Normalises the plate of a list entry: upper case, letters and digits only; `*` any run of characters, `?` exactly
 * one. Null: not acceptable (fewer than 2 characters, more than 32, or a pattern with fewer than 3 literal
 * characters).
 */
export function normaliseListPlate(raw: string): string | null {
  if (raw.length > 128) return null;
  // `*` cannot occur in a read plate, so the text is split at it and the rest is normalised.
  const pieces = raw.split(/\*+/).map((piece) => (piece.trim() === '' ? '' : normalisePiece(piece)));
  if (pieces.includes(null)) return null;
  const text = pieces.join('*');
  const named = text.replace(/[*?]/g, '').length;
  const isPattern = /[*?]/.test(text);
  if (text.length < 2 || text.length > 32) return null;
  return named >= (isPattern ? MIN_LITERAL_CHARACTERS : 2) ? text : null;
}

/** A piece between stars may consist of `?` only. */
const normalisePiece = (piece: string): string | null =>
  /^\?+$/.test(piece.trim()) ? piece.trim() : normalisePlate(piece);

/** True for a list plate that is a pattern. */
export const isListPattern = (plate: string): boolean => /[*?]/.test(plate);

/** A list pattern in the syntax of the search box: `?` becomes an unknown character. */
export const toSearchPattern = (plate: string): string => plate.replace(/\?+/g, (run) => `{${run.length}}`);
