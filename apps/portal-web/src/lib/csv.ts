/** A field as a spreadsheet takes it: never a formula, whatever a gate is called. */
function field(value: string | number): string {
  const text = String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Lines parted as spreadsheets set to Italian expect them, with a mark that says UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(field).join(';')).join('\r\n')}\r\n`;
