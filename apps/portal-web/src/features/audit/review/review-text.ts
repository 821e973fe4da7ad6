import type { ReviewCase, ReviewFinding } from '@varco/contract/plant/review.ts';
import { REVIEW_RULES } from '@varco/domain/review/review-rules.ts';
import { formatDecimal, formatInteger } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import type { Tone } from '@varco/ui/tone.ts';

/** Tone of a state; what waits for the reviewer stands out. */
export const STATE_TONES: Readonly<Record<ReviewCase['state'], Tone>> = {
  open: 'wa',
  asked: 'in',
  answered: 'wa',
  fine: 'ok',
  escalated: 'al',
};

const formatNumber = (value: number, language: Language): string =>
  Number.isInteger(value) ? formatInteger(value, language) : formatDecimal(value, 1, language);

/** The sentence of a finding, with its numbers. */
export function formatFinding(t: Translate, { rule, numbers, plate }: ReviewFinding, language: Language): string {
  const shown = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, formatNumber(value, language)]),
  );
  return t(`review:rule.${rule}`, { ...shown, plate: plate ?? '' });
}

/** How the points of a finding follow from its count, by the table of rules. */
export function formatFormula(t: Translate, { rule, numbers }: ReviewFinding, language: Language): string {
  const { each, free, most } = REVIEW_RULES[rule];
  const show = (value: number): string => formatNumber(value, language);
  return t('review:formula', { each: show(each), n: show(numbers['n'] ?? 0), free: show(free), most: show(most) });
}

/** The months that can be reviewed, newest first: the present one and the year before it. */
export function listMonths(today: string): readonly string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: REVIEWABLE_MONTHS }, (_, back) => {
    const at = year * 12 + month - 1 - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}

const REVIEWABLE_MONTHS = 13;
