import type { LegalHold } from '@varco/contract/plant/holds.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

/** What a legal hold keeps, in one line: plates and period. */
export function formatHold({ targhe, dal, al }: Pick<LegalHold, 'targhe' | 'dal' | 'al'>, t: Translate): string {
  const plates = targhe.length === 0 ? t('plantSettings:holds.allPlates') : targhe.join(', ');
  return `${plates}, ${formatPeriod(dal, al, t)}`;
}

function formatPeriod(dal: string | null, al: string | null, t: Translate): string {
  if (dal === null && al === null) return t('plantSettings:holds.always');
  const [from, to] = [dal === null ? '' : formatDateMinute(dal), al === null ? '' : formatDateMinute(al)];
  if (al === null) return t('plantSettings:holds.since', { from });
  return dal === null ? t('plantSettings:holds.until', { to }) : t('plantSettings:holds.period', { from, to });
}
