import { createTranslator, type TextTree, type Translator } from '@varco/i18n/create-translator.ts';
import type { Language } from '@varco/i18n/message-types.ts';

type Loaders = Readonly<Record<Language, () => Promise<TextTree>>>;

/**
 * The parts a browser downloads texts in (ADR 0036). Before the sign-in few words are needed: `start` comes first, alone. `screens` are the
 * words of the main layout and the search. Every other part comes with the screens that use it (`bringTexts` in their route): a file that
 * exports nothing but its namespace.
 */
const PARTS = {
  start: {
    it: async () => (await import('@varco/i18n/it/start.ts')).start,
    en: async () => (await import('@varco/i18n/en/start.ts')).start,
  },
  screens: {
    it: async () => (await import('@varco/i18n/it/screens.ts')).screens,
    en: async () => (await import('@varco/i18n/en/screens.ts')).screens,
  },
  maps: {
    it: () => import('@varco/i18n/it/maps.ts'),
    en: () => import('@varco/i18n/en/maps.ts'),
  },
  lists: {
    it: () => import('@varco/i18n/it/lists.ts'),
    en: () => import('@varco/i18n/en/lists.ts'),
  },
  detail: {
    it: () => import('@varco/i18n/it/detail.ts'),
    en: () => import('@varco/i18n/en/detail.ts'),
  },
  shortcuts: {
    it: () => import('@varco/i18n/it/shortcuts.ts'),
    en: () => import('@varco/i18n/en/shortcuts.ts'),
  },
  account: {
    it: () => import('@varco/i18n/it/account.ts'),
    en: () => import('@varco/i18n/en/account.ts'),
  },
  plants: {
    it: () => import('@varco/i18n/it/plants.ts'),
    en: () => import('@varco/i18n/en/plants.ts'),
  },
  settings: {
    it: () => import('@varco/i18n/it/settings.ts'),
    en: () => import('@varco/i18n/en/settings.ts'),
  },
  news: {
    it: () => import('@varco/i18n/it/news.ts'),
    en: () => import('@varco/i18n/en/news.ts'),
  },
  logs: {
    it: () => import('@varco/i18n/it/logs.ts'),
    en: () => import('@varco/i18n/en/logs.ts'),
  },
  'look-ups': {
    it: () => import('@varco/i18n/it/look-ups.ts'),
    en: () => import('@varco/i18n/en/look-ups.ts'),
  },
  'gate-analysis': {
    it: () => import('@varco/i18n/it/gate-analysis.ts'),
    en: () => import('@varco/i18n/en/gate-analysis.ts'),
  },
  'plant-admin': {
    it: () => import('@varco/i18n/it/plant-admin.ts'),
    en: () => import('@varco/i18n/en/plant-admin.ts'),
  },
  reports: {
    it: () => import('@varco/i18n/it/reports.ts'),
    en: () => import('@varco/i18n/en/reports.ts'),
  },
  channels: {
    it: () => import('@varco/i18n/it/channels.ts'),
    en: () => import('@varco/i18n/en/channels.ts'),
  },
  /** Also those of exports: both are watched from every page. */
  alerts: {
    it: () => import('@varco/i18n/it/watched.ts'),
    en: () => import('@varco/i18n/en/watched.ts'),
  },
  accomplices: {
    it: () => import('@varco/i18n/it/accomplices.ts'),
    en: () => import('@varco/i18n/en/accomplices.ts'),
  },
  suspects: {
    it: () => import('@varco/i18n/it/suspects.ts'),
    en: () => import('@varco/i18n/en/suspects.ts'),
  },
  users: {
    it: () => import('@varco/i18n/it/users.ts'),
    en: () => import('@varco/i18n/en/users.ts'),
  },
} satisfies Record<string, Loaders>;

/** The name of a part of the texts. */
export type TextPart = keyof typeof PARTS;

let translator = createTranslator('it', {});
const parts = new Set<TextPart>(['start']);
/** What has come, as `part/language`. */
const brought = new Set<string>();
let wanted: Language | null = null;

/** The translator of this window, with the first texts of its language already there. Rejects when they do not come. */
export async function startTexts(language: Language): Promise<Translator> {
  translator = createTranslator(language, { [language]: await PARTS.start[language]() });
  brought.add(`start/${language}`);
  return translator;
}

/** A browser downloads one language; the other one when it is chosen. Until it is there, the one before stays. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await bring(language);
  // Chosen twice in a row, the later choice counts, whichever arrives first.
  if (wanted === language) translator.setLanguage(language);
}

/** Brings parts of the texts in the present language, once. To be awaited before a page that uses them is drawn. */
export async function bringTexts(...wantedParts: readonly TextPart[]): Promise<void> {
  for (const part of wantedParts) parts.add(part);
  // A page opened while another language is on its way is drawn in that one a moment later.
  const languages = new Set([translator.language(), wanted ?? translator.language()]);
  await Promise.all([...languages].map(bring));
}

async function bring(language: Language): Promise<void> {
  const missing = [...parts].filter((part) => !brought.has(`${part}/${language}`));
  const texts = await Promise.all(missing.map((part) => PARTS[part][language]()));
  for (const [at, part] of missing.entries()) {
    // Asked for twice at once, it is added once: every addition draws all texts anew.
    if (brought.has(`${part}/${language}`)) continue;
    brought.add(`${part}/${language}`);
    translator.addTexts(language, texts[at] ?? {});
  }
}
