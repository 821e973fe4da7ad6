import { COLOURS } from '@varco/domain/code-lists.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

/**
 * Name of a colour in the language of the reader. Words outside the closed list, such as those of the vehicle registry,
 * are shown as they came; an undefined colour is empty.
 */
export function formatColour(t: Translate, text: string): string {
  const code = COLOURS.find((known) => known === text.toLowerCase());
  if (code === undefined) return text;
  return code === 'undefined' ? '' : t(`widgets:colour.${code}`);
}
