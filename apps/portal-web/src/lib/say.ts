import type { Translate } from '@varco/i18n/message-types.ts';

let translate: Translate = (key) => key;

/** Sets the translator used outside of React. Call once, at start. */
export function bindTranslator(t: Translate): void {
  translate = t;
}

/** Translates outside of components, for notifications and log entries, in the current language. */
export const say: Translate = (key, values) => translate(key, values);
