/** A constant that a model card names, and its value as the code writes it. */
export interface CardConstant {
  readonly name: string;
  readonly value: string;
}

/** First group of every match. */
export const listTexts = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Rows of the tables of constants: name, value and meaning. The name is in capitals, with a field where it has one. */
export const cardConstants = (card: string): readonly CardConstant[] =>
  [...card.matchAll(/^\| `([A-Z][A-Z_]+(?:\.[a-z_]+)?)` \| `([^`]+)` \|/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));

/** Value of a top-level constant, or of a field of one, as the source writes it; null: not there. */
export function findConstant(source: string, name: string): string | null {
  const [constant = '', field] = name.split('.');
  const [, value] = new RegExp(`^(?:export )?const ${constant}(?:: [^=]+)? = (.*?);$`, 'ms').exec(source) ?? [];
  if (value === undefined) return null;
  if (field === undefined) return value.replace(/ as const$/, '');
  return new RegExp(`^ {2}${field}: (.*),$`, 'm').exec(value)?.[1] ?? null;
}

/** Names of the exported functions of a policy file. */
export const listExportedRules = (source: string): readonly string[] =>
  listTexts(source, /^export (?:const|function) ([a-z]\w*)/gm);
