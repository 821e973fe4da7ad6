import { normalisePlate } from '../plates/normalise-plate.ts';

/** Readable characters a pattern must name at least: `*` alone would list every vehicle. */
const LEAST_NAMED = 3;

/**
 * Plate of a list as kept: upper case, letters and digits only; `*` any run of characters, `?` exactly one. Null: nothing
 * that can be listed (fewer than 2 characters, more than 32, or a pattern that names fewer than 3).
 */
export function normaliseListPlate(raw: string): string | null {
  if (raw.length > 128) return null;
  // `*` has no meaning for a read plate; it is kept aside while the rest is normalised.
  const pieces = raw.split(/\*+/).map((piece) => (piece.trim() === '' ? '' : pieceOf(piece)));
  if (pieces.includes(null)) return null;
  const text = pieces.join('*');
  const named = text.replace(/[*?]/g, '').length;
  const isPattern = /[*?]/.test(text);
  if (text.length < 2 || text.length > 32) return null;
  return named >= (isPattern ? LEAST_NAMED : 2) ? text : null;
}

/** A piece between stars may be only `?`. */
const pieceOf = (piece: string): string | null => (/^\?+$/.test(piece.trim()) ? piece.trim() : normalisePlate(piece));

/** True for a list plate that stands for many. */
export const isListPattern = (plate: string): boolean => /[*?]/.test(plate);

/** A list pattern as the search box writes it: `?` is one unknown character. */
export const searchPatternOf = (plate: string): string => plate.replace(/\?+/g, (run) => `{${run.length}}`);
