import { createTranslator, type TextTree, type Translator } from '@varco/i18n/create-translator.ts';
import type { Language } from '@varco/i18n/message-types.ts';

type Loaders = Readonly<Record<Language, () => Promise<TextTree>>>;

/** Before the sign-in few words are needed: they come first, alone. */
const START: Loaders = {
  it: async () => (await import('@varco/i18n/it/start.ts')).start,
  en: async () => (await import('@varco/i18n/en/start.ts')).start,
};
const SCREENS: Loaders = {
  it: async () => (await import('@varco/i18n/it/screens.ts')).screens,
  en: async () => (await import('@varco/i18n/en/screens.ts')).screens,
};
/** A namespace of each part that the other cannot stand for. */
const MARKS = { start: 'common', screens: 'transits' } as const;

let translator = createTranslator('it', {});
let areScreensWanted = false;
let wanted: Language | null = null;

/** The translator of this window, with the first texts of its language already there. Rejects when they do not come. */
export async function startTexts(language: Language): Promise<Translator> {
  translator = createTranslator(language, { [language]: await START[language]() });
  return translator;
}

/** A browser downloads one language; the other one when it is chosen. Until it is there, the one before stays. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await bring(language);
  // Chosen twice in a row, the later choice counts, whichever arrives first.
  if (wanted === language) translator.setLanguage(language);
}

/** Brings the texts of every screen in the present language, once. To be awaited before a page behind the sign-in is drawn. */
export async function bringScreenTexts(): Promise<void> {
  areScreensWanted = true;
  await bring(translator.language());
}

async function bring(language: Language): Promise<void> {
  const isThere = translator.hasTexts(language, areScreensWanted ? MARKS.screens : MARKS.start);
  if (!isThere) translator.addTexts(language, await (areScreensWanted ? SCREENS : START)[language]());
}
