/** Rows as CSV (RFC 4180, semicolons as Italian spreadsheets want them), with the mark that tells programs it is UTF-8. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((cells) => cells.map(cell).join(';')).join('\r\n')}\r\n`;

/** A cell that a spreadsheet would take for a formula gets a quote sign before it (security rules, part 10). */
function cell(text: string): string {
  const isFormula = /^[=+\-@\t\r\n]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
