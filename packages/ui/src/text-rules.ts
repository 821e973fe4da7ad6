/** What a form's input accepts (T 5.6). `invalid`: characters that cannot stand in it, a pattern with the `g` flag. */
export type TextRules = {
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly invalid?: RegExp;
};

export type TextFault = 'required' | 'short';

/** The text without what cannot stand in it, cut at its greatest length. */
export function cleanText(text: string, { invalid, maxLength }: TextRules): string {
  const kept = invalid === undefined ? text : text.replace(invalid, '');
  return maxLength === undefined ? kept : kept.slice(0, maxLength);
}

/** What is still wrong with a text; null: nothing. An empty one that nobody requires is right whatever its least length. */
export function textFault(text: string, { required = false, minLength = 0 }: TextRules): TextFault | null {
  if (text.trim() === '') return required ? 'required' : null;
  return text.length < minLength ? 'short' : null;
}
