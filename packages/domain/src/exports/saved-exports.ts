/** Numbers of saved exports (T 4.4, T 9, decisions). What may be exported at once is in `exportable.ts`. */

/** Saved exports a person may keep (decisions). */
export const MAX_SAVED_EXPORTS = 10;

/** How often a screen asks for its exports (decisions). */
export const EXPORT_POLL_MS = 5_000;

/** Transits one may pick by hand for an export, on one plant. */
export const MAX_CHOSEN_TRANSITS = 1_000;

/** Longest notes and watermark of an export. */
export const EXPORT_NOTES_LENGTH = 500;
export const EXPORT_WATERMARK_LENGTH = 80;
