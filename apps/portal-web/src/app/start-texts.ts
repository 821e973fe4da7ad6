import { createTranslator, type TextTree, type Translator } from '@varco/i18n/create-translator.ts';
import type { Language } from '@varco/i18n/message-types.ts';

/** A browser downloads one language; the other one when it is chosen. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly screens: TextTree }>>> = {
  it: () => import('@varco/i18n/it/screens.ts'),
  en: () => import('@varco/i18n/en/screens.ts'),
};

const load = async (language: Language): Promise<TextTree> => (await LOADERS[language]()).screens;

/** The translator of the web app, with the texts of its first language already there. Rejects when they do not come. */
export const startTexts = async (language: Language): Promise<Translator> =>
  createTranslator(language, { [language]: await load(language) }, load);
