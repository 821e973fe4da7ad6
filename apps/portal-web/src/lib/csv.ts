/** Escapes a field for spreadsheets. A text that begins like a formula is neutralised. */
function escapeCsvField(value: string | number): string {
  const text = String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** CSV text with the separator expected by spreadsheets set to Italian, and a UTF-8 byte order mark. */
export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(escapeCsvField).join(';')).join('\r\n')}\r\n`;
