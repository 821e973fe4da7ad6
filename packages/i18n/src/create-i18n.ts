import { createTranslator, type Translator } from './create-translator.ts';
import { en } from './en/messages.ts';
import { it } from './it/messages.ts';
import type { Language } from './message-types.ts';

/** Makes one independent translator with every text of both languages: for programs that nobody has to download. */
export const createI18n = (language: Language = 'it'): Translator => createTranslator(language, { it, en });
