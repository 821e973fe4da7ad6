/** Constants of saved exports (T 4.4, T 9, decisions). Limits of the contents are in `exportable.ts`. */

/** Saved exports a person may have (decisions). */
export const MAX_SAVED_EXPORTS = 10;

/** Poll interval of the exports screen (decisions). */
export const EXPORT_POLL_MS = 5_000;

/** Transits that may be picked by hand for an export on one plant. */
export const MAX_CHOSEN_TRANSITS = 1_000;

/** Maximum length of notes and watermark of an export. */
export const MAX_EXPORT_NOTES_LENGTH = 500;
export const MAX_EXPORT_WATERMARK_LENGTH = 80;
