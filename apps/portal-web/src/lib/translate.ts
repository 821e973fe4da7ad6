import type { Translate } from '@varco/i18n/message-types.ts';

let boundTranslate: Translate = (key) => key;

/** Sets the translator used outside of React. Call once, at start. */
export function bindTranslator(t: Translate): void {
  boundTranslate = t;
}

/** Translates outside of components, for notifications and log entries, in the current language. */
export const translate: Translate = (key, values) => boundTranslate(key, values);
