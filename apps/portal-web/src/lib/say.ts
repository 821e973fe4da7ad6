import type { Translate } from '@varco/i18n/message-types.ts';

let translate: Translate = (key) => key;

/** Gives code outside of React the translator of this window. Call once, first of all. */
export function bindTranslator(t: Translate): void {
  translate = t;
}

/** Text in the present language, for what is not drawn by a component: notifications and log entries. */
export const say: Translate = (key, values) => translate(key, values);
