import { scatter } from './permutation.ts';

/** Letters allowed on Italian plates; I, O, Q and U are excluded because they look like other characters. */
export const ITALIAN_LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ';
const ALL_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CONSONANTS = 'BCDFGHJKLMNPRSTVWXYZ';
const MOPED = '23456789BCDFGHJKLMNPRSTVWXYZ';

/**
 * Alphabets of the template characters: `A` any letter, `L` Italian letter, `C` consonant, `0` digit, `9` non-zero
 * digit, `M` moped.
 */
const TEMPLATE_ALPHABETS: Readonly<Record<string, string>> = {
  A: ALL_LETTERS,
  L: ITALIAN_LETTERS,
  C: CONSONANTS,
  '0': '0123456789',
  '9': '123456789',
  M: MOPED,
};

export interface PlateTemplate {
  /** First part, chosen from a list (town, county, year); may be empty. */
  readonly heads: readonly string[];
  /** Template characters as above; a character after a backslash is literal. */
  readonly tail: string;
}

interface CompiledTemplate {
  readonly heads: readonly string[];
  readonly alphabets: readonly string[];
  readonly size: number;
}

const compiledTemplates = new Map<string, CompiledTemplate>();

function compileTemplate(template: PlateTemplate): CompiledTemplate {
  const key = `${template.heads.join(' ')}|${template.tail}`;
  const known = compiledTemplates.get(key);
  if (known !== undefined) return known;
  const alphabets: string[] = [];
  for (let i = 0; i < template.tail.length; i++) {
    const sign = template.tail.charAt(i);
    if (sign === '\\') alphabets.push(template.tail.charAt(++i));
    else alphabets.push(TEMPLATE_ALPHABETS[sign] ?? sign);
  }
  const size = alphabets.reduce((n, alphabet) => n * alphabet.length, Math.max(1, template.heads.length));
  const made = { heads: template.heads, alphabets, size };
  compiledTemplates.set(key, made);
  return made;
}

/** The plate with the given serial, scattered so that consecutive serials give dissimilar plates. */
export function buildTemplatePlate(template: PlateTemplate, serial: number, shift: number): string {
  const { heads, alphabets, size } = compileTemplate(template);
  // Above 2^53 / STEP the product would lose precision, so only a part of such a large series is used.
  let rest = scatter(serial, Math.min(size, 200_000_000), shift);
  if (size > 200_000_000) rest = (rest * 31) % size;
  let tail = '';
  for (let i = alphabets.length - 1; i >= 0; i--) {
    const alphabet = alphabets[i] ?? '0';
    tail = alphabet.charAt(rest % alphabet.length) + tail;
    rest = Math.floor(rest / alphabet.length);
  }
  return (heads.length === 0 ? '' : (heads[rest % heads.length] ?? '')) + tail;
}

/** Regular expression that every plate of the template matches. */
export function buildTemplateRegex(template: PlateTemplate): RegExp {
  const { heads, alphabets } = compileTemplate(template);
  return new RegExp(`^(?:${heads.join('|')})${alphabets.map((a) => (a.length === 1 ? a : `[${a}]`)).join('')}$`, 'u');
}
