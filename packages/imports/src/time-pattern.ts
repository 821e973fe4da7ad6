import { DateTime, type TokenParser } from 'luxon';
import type { WallClock } from './wall-clock.ts';

/** A full pattern of times, such as `dd/MM/yyyy - HH:mm:ss`. */
export interface TimePattern {
  /** As the user wrote it. */
  readonly text: string;
  /** False: the pattern has a day and no hour, so the time of day is in a column of its own or midnight. */
  readonly hasClock: boolean;
  /** True: values end with `Z`, `UTC` or an offset. */
  readonly hasOffset: boolean;
  /** Local time of a value without its offset; null when the value does not have exactly this form. */
  parse(value: string): WallClock | null;
}

type Unit = 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'half' | 'minute' | 'second' | 'fraction' | 'offset';
/** A piece of a pattern: a unit written `width` times, or text that is repeated in each value. */
type Piece = { readonly unit: Unit; readonly width: number } | { readonly literal: string };

/** Directives of strptime, which people copy from scripts, as letters of our patterns. */
const STRPTIME: Readonly<Record<string, string>> = {
  d: 'dd',
  e: 'dd',
  m: 'MM',
  Y: 'yyyy',
  y: 'yy',
  H: 'HH',
  k: 'HH',
  I: 'hh',
  l: 'hh',
  M: 'mm',
  S: 'ss',
  f: 'f',
  p: 'a',
  b: 'MMM',
  h: 'MMM',
  B: 'MMMM',
  a: 'EEE',
  A: 'EEEE',
  z: 'Z',
  T: 'HH:mm:ss',
  R: 'HH:mm',
  F: 'yyyy-MM-dd',
  '%': "'%'",
};
const UNIT_BY_LETTER: Readonly<Record<string, Unit>> = {
  y: 'year',
  u: 'year',
  d: 'day',
  e: 'weekday',
  h: 'hour',
  a: 'half',
  t: 'half',
  s: 'second',
  f: 'fraction',
  z: 'offset',
  x: 'offset',
};
const NUMERIC_UNITS: readonly Unit[] = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction'];
/** Month and weekday names are tried in these languages. */
const LOCALES = ['en', 'it', 'es', 'de', 'fr'] as const;
const MAX_PATTERN_CHARACTERS = 100;
const MAX_VALUE_CHARACTERS = 100;

const isUnit = (piece: Piece | undefined): piece is Extract<Piece, { unit: Unit }> =>
  piece !== undefined && 'unit' in piece;

/** Replaces the directives of strptime; text between them is quoted. Null: an unknown directive. */
function translateStrptime(text: string): string | null {
  let translated = '';
  for (const [piece, letter] of text.matchAll(/%-?(.)|%$|[^%]+/gs)) {
    const known = letter === undefined ? undefined : STRPTIME[letter];
    if (piece.startsWith('%') && known === undefined) return null;
    translated += known ?? piece.replace(/[A-Za-z]+/g, "'$&'");
  }
  return translated;
}

/**
 * Unit of a run of equal letters. `m` is a minute beside hours or seconds and a month elsewhere, whatever its case:
 * people write `dd/mm/yyyy hh:mm` and `DD/MM/YYYY HH:MM`. `S` is a fraction only behind the seconds.
 */
function findUnit(run: string, before: Unit | undefined, textAfter: string): Unit | undefined {
  const letter = run.charAt(0);
  if (letter === 'L') return 'month';
  if (/m/i.test(letter)) {
    const isMinute = run.length <= 2 && (before === 'hour' || /^[^A-Za-z]*s/i.test(textAfter));
    return isMinute ? 'minute' : 'month';
  }
  if (letter === 'S' && before === 'second') return 'fraction';
  return UNIT_BY_LETTER[letter.toLowerCase()];
}

/** Pieces of a pattern; null: a letter without a meaning. */
function splitPattern(text: string): readonly Piece[] | null {
  const pieces: Piece[] = [];
  let before: Unit | undefined;
  for (const match of text.matchAll(/'([^']*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g)) {
    const [run, quoted, letter] = match;
    if (run === "'") return null;
    if (quoted !== undefined || letter === undefined || run === 'T') {
      pieces.push({ literal: quoted ?? run });
      continue;
    }
    const unit = findUnit(run, before, text.slice(match.index + run.length));
    // A single t is the one between date and time, in lower case; two are AM or PM.
    if (unit === undefined || (/^t/i.test(run) && run.length !== 2)) return null;
    pieces.push({ unit, width: run.length });
    before = unit;
  }
  return pieces;
}

/** A pattern must say a day, each unit once, and nothing smaller without what it belongs to. */
function isComplete(pieces: readonly Piece[]): boolean {
  const units = pieces.filter(isUnit).map(({ unit }) => unit);
  const has = (unit: Unit): boolean => units.includes(unit);
  return (
    new Set(units).size === units.length &&
    has('year') &&
    has('month') &&
    has('day') &&
    (has('hour') || !(has('minute') || has('half') || has('offset'))) &&
    (has('minute') || !has('second')) &&
    (has('second') || !has('fraction')) &&
    // Behind the offset nothing can follow, because it is cut off first.
    (!has('offset') || (isUnit(pieces.at(-1)) && units.at(-1) === 'offset'))
  );
}

/** The token of luxon for a unit. `isTight`: the neighbour is a number too, so that the width counts. */
function toToken(piece: Extract<Piece, { unit: Unit }>, isTight: boolean, isTwelve: boolean): string | null {
  const { unit, width } = piece;
  const number = (letter: string): string | null => (width > 2 ? null : letter.repeat(isTight ? width : 1));
  if (unit === 'year') return width === 2 ? 'yy' : width === 4 ? 'yyyy' : null;
  if (unit === 'month' && width > 2) return width > 4 ? null : 'L'.repeat(width);
  if (unit === 'month') return number('L');
  if (unit === 'weekday') return width < 3 ? 'EEE' : width > 4 ? null : 'E'.repeat(width);
  if (unit === 'fraction') return width > 9 ? null : 'u';
  if (unit === 'half') return 'a';
  return unit === 'offset' ? '' : number(unit === 'hour' ? (isTwelve ? 'h' : 'H') : unit.charAt(0));
}

function toLuxonFormat(pieces: readonly Piece[]): string | null {
  const isTwelve = pieces.some((piece) => isUnit(piece) && piece.unit === 'half');
  const isNumber = (piece: Piece | undefined): boolean => isUnit(piece) && NUMERIC_UNITS.includes(piece.unit);
  const tokens = pieces.map((piece, index) =>
    isUnit(piece)
      ? toToken(piece, isNumber(pieces[index - 1]) || isNumber(pieces[index + 1]), isTwelve)
      : piece.literal.replace(/[A-Za-z]+/g, "'$&'"),
  );
  return tokens.includes(null) ? null : tokens.join('').trim();
}

const foldSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();

interface LocalParser {
  readonly locale: string;
  readonly parser: TokenParser;
}

/**
 * Compiles a pattern: `d M y H h m s S` repeated as wide as the number, `MMM` a month name, `a` or `tt` AM and PM, `Z` an
 * offset, text in single quotes; or the directives of strptime (`%d/%m/%Y %H:%M:%S`). Null: not a full date.
 */
export function compileTimePattern(text: string): TimePattern | null {
  if (text.length > MAX_PATTERN_CHARACTERS) return null;
  const letters = foldSpaces(text.includes('%') ? (translateStrptime(text) ?? '') : text);
  const pieces = splitPattern(letters);
  if (pieces === null || !isComplete(pieces)) return null;
  const format = toLuxonFormat(pieces);
  if (format === null) return null;
  const units = pieces.filter(isUnit);
  const isNamed = units.some(({ unit, width }) => unit === 'weekday' || (unit === 'month' && width > 2));
  const isTwelve = units.some(({ unit }) => unit === 'half');
  const parsers = LOCALES.slice(0, isNamed ? LOCALES.length : 1).map((locale) => ({
    locale,
    parser: DateTime.buildFormatParser(format, { locale }),
  }));
  return {
    text,
    hasClock: units.some(({ unit }) => unit === 'hour'),
    hasOffset: units.some(({ unit }) => unit === 'offset'),
    parse(value) {
      const folded = foldSpaces(value).replace(/\b([ap])\.\s?m\.?(?=\s|$)/gi, '$1m');
      if (folded.length > MAX_VALUE_CHARACTERS) return null;
      for (const one of parsers) {
        const found = parseWith(one, folded, format, isTwelve);
        if (found !== null) return found;
      }
      return null;
    },
  };
}

/** Reads `text`; luxon itself takes 24:00 for the next day and 13:00 PM for 13:00, which times without a pattern refuse. */
function parseWith({ parser, locale }: LocalParser, text: string, format: string, isTwelve: boolean): WallClock | null {
  const found = DateTime.fromFormatParser(text, parser, { zone: 'utc', locale });
  if (!found.isValid) return null;
  if (isTwelve || (found.hour === 0 && format.includes('H') && text.includes('24'))) {
    const { tokens, rawMatches } = DateTime.fromFormatExplain(text, format, { locale });
    // Each token is one group of the expression.
    const hourAt = tokens.findIndex(({ literal, val }) => !literal && /^h+$/i.test(val));
    const written = Number(rawMatches?.[hourAt + 1] ?? 0);
    if (isTwelve ? written < 1 || written > 12 : written > 23) return null;
  }
  const { year, month, day, hour, minute, second, millisecond: milli } = found;
  return { year, month, day, hour, minute, second, milli };
}
