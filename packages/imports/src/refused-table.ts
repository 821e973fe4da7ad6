import { REFUSALS } from './convert-record.ts';

/** Separator and line end of the list of refused lines, which spreadsheets of Italian offices open by themselves. */
const [SEPARATOR, LINE_END] = [';', '\r\n'];

/** Escapes a CSV cell: quoting as in RFC 4180, and an apostrophe before text that a spreadsheet would execute. */
function formatCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r\0]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * One row of the list of refused lines, with its line end. The first has three titles and those of the imported file, so that
 * the corrected list can be imported again; the others have line, code, reason and the cells of the line.
 */
export const formatRefusedRow = (cells: readonly string[]): string =>
  `${cells.map(formatCsvCell).join(SEPARATOR)}${LINE_END}`;

const PLANT_REASONS = [
  'too_old',
  'future_time',
  'unknown_gate',
  'gate_not_allowed',
  'malformed_text',
  'too_many_gates',
  'too_many_lines',
] as const;
type KnownReason = (typeof REFUSALS)[number] | (typeof PLANT_REASONS)[number];

/** A reason with a text of its own; null: the code is the meaning of a column whose value is not valid. */
export const toKnownReason = (reason: string): KnownReason | null =>
  [...REFUSALS, ...PLANT_REASONS].find((one) => one === reason) ?? null;
