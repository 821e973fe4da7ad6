import { MAX_OFFERED_REASONS } from '@varco/contract/plant/settings.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatError } from '../../../lib/notices/error-text.ts';

/** Why the plant refused a change, in words; null without an error. `isNew`: nothing existed that others could change. */
export function formatSettingRefusal(error: Error | null, t: Translate, isNew = false): string | null {
  if (error === null) return null;
  if (!(error instanceof ApiError)) return t('errors:code.internal');
  if (error.subCode === 'last_reason') return t('plantSettings:refusal.last_reason');
  if (error.code === 'duplicate') return t('plantSettings:refusal.duplicate');
  if (error.code === 'conflict' && isNew) return t('plantSettings:refusal.tooMany', { max: MAX_OFFERED_REASONS });
  if (error.code === 'conflict') return t('settingTable:conflict');
  return formatError(error.facts, false, t);
}
