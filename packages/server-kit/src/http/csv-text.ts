/** Formats rows as CSV (RFC 4180) with semicolons, as Italian spreadsheets expect, and a byte order mark that identifies UTF-8. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((cells) => cells.map(formatCsvCell).join(';')).join('\r\n')}\r\n`;

/** Quotes a cell; text that a spreadsheet would evaluate as a formula gets an apostrophe in front (security rules, part 10). */
function formatCsvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r\n]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
