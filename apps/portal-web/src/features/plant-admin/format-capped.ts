import type { CappedCount } from '@varco/contract/plant/settings.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';

/** The number, or "more than" the number where the count stopped. */
export const formatCapped = ({ count, capped }: CappedCount, t: Translate, language: Language): string =>
  capped ? t('plantSettings:retention.atLeast', { n: formatInteger(count, language) }) : formatInteger(count, language);
