import { posix } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';

export type CardLanguage = 'it' | 'en';

/** A card with the folder it stands in, from which its links lead. */
export interface ModelCard {
  readonly language: CardLanguage;
  readonly folder: string;
  readonly text: string;
}

/** The line of an Italian card that leads to the English one; the English card has none. */
const ENGLISH_LINE = /^\*In English: \[[^\]]+\]\((en\/[a-z-]+\.md)\)\.\*\n\n/im;

/** Thousands and decimals of each language: `12 000` and `0,5`, or `12,000` and `0.5`. No digits of a name such as `suspect-7`. */
const NUMBERS: Readonly<Record<CardLanguage, RegExp>> = {
  it: /(?<![\p{L}\d]|\p{L}-)−?(?:\d{1,3}(?: \d{3}(?!\d))+|\d+)(?:,\d+)?(?: %)?/gu,
  en: /(?<![\p{L}\d]|\p{L}-)−?(?:\d{1,3}(?:,\d{3}(?!\d))+|\d+)(?:\.\d+)?(?: %)?/gu,
};

/** The English card to which an Italian card leads, relative to its folder; null: it names none. */
export const findEnglishCard = (text: string): string | null => ENGLISH_LINE.exec(text)?.[1] ?? null;

/**
 * What a card says in any language, in its order: each block, item of a list and row of a table with its kind, codes,
 * numbers and links. Two cards that say the same have the same parts.
 * @param translated files of cards in the other language, by the path of the file a link leads to
 */
export function listCardParts(card: ModelCard, translated: ReadonlyMap<string, string> = new Map()): readonly string[] {
  return lexer(card.text.replace(ENGLISH_LINE, ''))
    .filter(({ type }) => type !== 'space')
    .flatMap((token) => splitBlock(token).map(([kind, text]) => describePart(kind, text, card, translated)));
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isCode = (token: Token): token is Tokens.Code => token.type === 'code';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

type Part = readonly [kind: string, text: string];

/** A block of code says the same in every language, so its text is part of its kind. */
function splitBlock(token: Token): readonly Part[] {
  if (isHeading(token)) return [[`heading ${token.depth}`, token.text]];
  if (isCode(token)) return [[`code ${token.lang}: ${token.text}`, '']];
  if (isList(token)) return token.items.map((item): Part => [token.ordered ? 'numbered item' : 'item', item.text]);
  if (!isTable(token)) return [[token.type, token.raw]];
  return [token.header, ...token.rows].map((row): Part => [
    `row of ${row.map(({ text }) => (text === '' ? 'nothing' : 'text')).join()}`,
    row.map(({ text }) => text).join(' | '),
  ]);
}

function describePart(
  kind: string,
  text: string,
  { language, folder }: ModelCard,
  translated: ReadonlyMap<string, string>,
): string {
  const codes = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const links = [...text.matchAll(/\]\(([^()#\s]+)/g)].map(([, path = '']) =>
    /^[a-z]+:/.test(path) ? path : posix.join(folder, path),
  );
  const words = text.replaceAll(/`[^`]+`/g, '').replaceAll(/\]\([^)]*\)/g, ']');
  const numbers = [...words.matchAll(NUMBERS[language])].map(([number]) => toPlainNumber(number, language));
  const said = [codes, links.map((path) => translated.get(path) ?? path), numbers];
  return [kind, ...said.map((list) => list.toSorted().join(' '))].join('; ');
}

const toPlainNumber = (text: string, language: CardLanguage): string =>
  language === 'it' ? text.replaceAll(/(?<=\d) (?=\d)/g, '').replace(',', '.') : text.replaceAll(',', '');
