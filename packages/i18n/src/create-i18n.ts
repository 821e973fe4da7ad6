import { createTranslator, type Translator } from './create-translator.ts';
import { en } from './en/all-messages.ts';
import { it } from './it/all-messages.ts';
import type { Language } from './message-types.ts';

/** Creates an independent translator with all texts of both languages, for programs without a download size limit. */
export const createI18n = (language: Language = 'it'): Translator => createTranslator(language, { it, en });
