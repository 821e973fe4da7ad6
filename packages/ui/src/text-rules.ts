/** Rules of a form input (T 5.6). `invalid`: pattern of forbidden characters, with the `g` flag. */
export type TextRules = {
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly invalid?: RegExp;
};

export type TextFault = 'required' | 'short';

/** The text without forbidden characters, cut to its maximum length. */
export function cleanText(text: string, { invalid, maxLength }: TextRules): string {
  const stored = invalid === undefined ? text : text.replace(invalid, '');
  return maxLength === undefined ? stored : stored.slice(0, maxLength);
}

/** Fault of a text; null: valid. An empty optional text is valid whatever its minimum length. */
export function findTextFault(text: string, { required = false, minLength = 0 }: TextRules): TextFault | null {
  if (text.trim() === '') return required ? 'required' : null;
  return text.length < minLength ? 'short' : null;
}
