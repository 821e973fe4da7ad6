import { MAX_TERM_LENGTH, MAX_TERMS, parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

/** T 9: a plate in a summary is shortened to this many characters. */
const MAX_SHOWN = 16;

/** SRCH-25: shortens a plate text for a summary. */
export const shortenPlate = (plate: string): string =>
  plate.length > MAX_SHOWN ? `${plate.slice(0, MAX_SHOWN)}…` : plate;

/** T 5.1, readings TA08: ten or more letters and digits without a comma are a tax code, not a plate. */
export const isTaxCode = (text: string): boolean => !/[,;]/.test(text) && text.replace(/[^A-Z0-9]/gi, '').length >= 10;

/** Settings of a plate search. */
export interface PlateQuery {
  readonly plate: string;
  readonly misreads: boolean;
  readonly variations: number;
  readonly hasTaxCodes: boolean;
}

const WRONG = {
  too_many: 'search:plate.wrong.tooMany',
  too_long: 'search:plate.wrong.tooLong',
  braces: 'search:plate.wrong.braces',
  characters: 'search:plate.wrong.characters',
} as const satisfies Readonly<Record<string, MessageKey>>;

/**
 * Describes what a text in the plate box will search, `GK5* · 2 targhe · caratteri simili`; `isWrong`: a plant would
 * reject it.
 */
export function summarizePlateQuery(
  t: Translate,
  requested: PlateQuery,
): { readonly text: string; readonly isWrong: boolean } {
  const { plate, misreads, variations } = requested;
  if (requested.hasTaxCodes && isTaxCode(plate)) return joinParts([shortenPlate(plate), t('search:plate.taxCode')]);
  const pattern = parsePlatePattern(plate);
  if (!pattern.ok) {
    const count = pattern.reason === 'too_many' ? MAX_TERMS : MAX_TERM_LENGTH;
    return { text: t(WRONG[pattern.reason], { count }), isWrong: true };
  }
  const count = pattern.terms.length;
  const isExact = count > 0 && pattern.terms.every((term) => term.onlyAsRead);
  return joinParts([
    shortenPlate(plate),
    t('search:plate.count', { count }),
    isExact ? t('search:plate.exact') : '',
    misreads && !isExact ? t('search:plate.misreads') : '',
    variations > 0 && !isExact ? t('search:plate.variations', { count: variations }) : '',
  ]);
}

const joinParts = (parts: readonly string[]) => ({ text: parts.filter(Boolean).join(' · '), isWrong: false });
