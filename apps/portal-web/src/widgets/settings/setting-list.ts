import { MAX_LISTED } from '@varco/contract/setting-fields.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

/** What is typed for a setting that is a list, one entry a line or separated by commas, each once. */
export const parseEntries = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((entry) => entry !== ''),
  ),
];

/** What is wrong with the entries; null: nothing. */
export function findListFault(pattern: RegExp, entries: readonly string[], t: Translate): string | null {
  const wrong = entries.find((entry) => !pattern.test(entry));
  if (wrong !== undefined) return t('settingTable:entryFault', { entry: wrong });
  return entries.length > MAX_LISTED ? t('settingTable:listFault', { max: MAX_LISTED }) : null;
}

/** The entries as a table shows them. */
export const formatEntries = (entries: readonly string[], t: Translate): string =>
  entries.length === 0 ? t('settingTable:noneListed') : entries.join(', ');
