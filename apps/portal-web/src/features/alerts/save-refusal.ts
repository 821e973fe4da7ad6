import type { Translate } from '@varco/i18n/message-types.ts';
import { toSaveRefusal } from './channels.api.ts';

/** Why a plant rejected the settings of a channel or a recipient; null: it did not. */
export function formatSaveRefusal(error: Error | null, t: Translate): string | null {
  if (error === null) return null;
  const { reason, field } = toSaveRefusal(error);
  return t(`channels:refused.${reason}`, { field: t(`channels:fields.${field}`) });
}
