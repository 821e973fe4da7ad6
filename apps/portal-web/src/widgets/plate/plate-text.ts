/**
 * What may stand in the plate box (T 5.1): letters, digits, comma, semicolon, equals, braces, asterisk. Everything else is
 * taken out, the rest is upper case. Letters are those of plates: A to Z.
 */
export function cleanPlateText(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9,;={}*]/g, '');
}

/** The cleaned text and where the caret belongs in it, so that typing in the middle stays in the middle. */
export function cleanPlateInput(text: string, caret: number): { text: string; caret: number } {
  return { text: cleanPlateText(text), caret: cleanPlateText(text.slice(0, caret)).length };
}
