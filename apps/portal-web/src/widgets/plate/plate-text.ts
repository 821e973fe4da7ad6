/**
 * Cleans the text of the plate box (T 5.1): keeps letters A to Z, digits, comma, semicolon, equals, braces and
 * asterisk, in upper case, and removes everything else.
 */
export function cleanPlateText(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9,;={}*]/g, '');
}

/** The cleaned text with the matching caret position, so that typing in the middle keeps the caret there. */
export function cleanPlateInput(text: string, caret: number): { text: string; caret: number } {
  return { text: cleanPlateText(text), caret: cleanPlateText(text.slice(0, caret)).length };
}
