import { createTranslator, type TextTree, type Translator } from '@varco/i18n/create-translator.ts';
import type { Language } from '@varco/i18n/message-types.ts';

type BundleLoaders = Readonly<Record<Language, () => Promise<TextTree>>>;

/**
 * Message bundles, which a browser downloads separately (ADR 0014). `start` contains the few texts needed before
 * sign-in and is loaded alone. `screens` contains the texts of the main layout and the search. Every other bundle is
 * loaded with the screens that use it (`loadMessages` in their route); each is a module that exports its namespaces.
 */
const MESSAGE_BUNDLES = {
  start: {
    it: async () => (await import('@varco/i18n/it/initial-messages.ts')).initialMessages,
    en: async () => (await import('@varco/i18n/en/initial-messages.ts')).initialMessages,
  },
  screens: {
    it: async () => (await import('@varco/i18n/it/layout-messages.ts')).layoutMessages,
    en: async () => (await import('@varco/i18n/en/layout-messages.ts')).layoutMessages,
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
  histogram: {
    it: () => import('@varco/i18n/it/histogram.ts'),
    en: () => import('@varco/i18n/en/histogram.ts'),
  },
  'file-import': {
    it: () => import('@varco/i18n/it/file-import.ts'),
    en: () => import('@varco/i18n/en/file-import.ts'),
  },
  'case-file': {
    it: () => import('@varco/i18n/it/case-file.ts'),
    en: () => import('@varco/i18n/en/case-file.ts'),
  },
  'second-screen': {
    it: () => import('@varco/i18n/it/second-screen.ts'),
    en: () => import('@varco/i18n/en/second-screen.ts'),
  },
  'case-record': {
    it: () => import('@varco/i18n/it/case-record.ts'),
    en: () => import('@varco/i18n/en/case-record.ts'),
  },
  help: {
    it: () => import('@varco/i18n/it/help.ts'),
    en: () => import('@varco/i18n/en/help.ts'),
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
  review: {
    it: () => import('@varco/i18n/it/review.ts'),
    en: () => import('@varco/i18n/en/review.ts'),
  },
  handover: {
    it: () => import('@varco/i18n/it/handover.ts'),
    en: () => import('@varco/i18n/en/handover.ts'),
  },
  'person-requests': {
    it: () => import('@varco/i18n/it/person-requests.ts'),
    en: () => import('@varco/i18n/en/person-requests.ts'),
  },
  approvals: {
    it: () => import('@varco/i18n/it/approvals.ts'),
    en: () => import('@varco/i18n/en/approvals.ts'),
  },
  audit: {
    it: () => import('@varco/i18n/it/audit.ts'),
    en: () => import('@varco/i18n/en/audit.ts'),
  },
  'audit-actions': {
    it: () => import('@varco/i18n/it/audit-actions.ts'),
    en: () => import('@varco/i18n/en/audit-actions.ts'),
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
    it: () => import('@varco/i18n/it/monitor-and-statistics.ts'),
    en: () => import('@varco/i18n/en/monitor-and-statistics.ts'),
  },
  channels: {
    it: () => import('@varco/i18n/it/channels.ts'),
    en: () => import('@varco/i18n/en/channels.ts'),
  },
  /** Includes the texts of exports, because both are shown on every page. */
  alerts: {
    it: () => import('@varco/i18n/it/alerts-and-exports.ts'),
    en: () => import('@varco/i18n/en/alerts-and-exports.ts'),
  },
  accomplices: {
    it: () => import('@varco/i18n/it/accomplices.ts'),
    en: () => import('@varco/i18n/en/accomplices.ts'),
  },
  suspects: {
    it: () => import('@varco/i18n/it/suspects.ts'),
    en: () => import('@varco/i18n/en/suspects.ts'),
  },
  support: {
    it: () => import('@varco/i18n/it/support.ts'),
    en: () => import('@varco/i18n/en/support.ts'),
  },
  'plant-groups': {
    it: () => import('@varco/i18n/it/plant-groups.ts'),
    en: () => import('@varco/i18n/en/plant-groups.ts'),
  },
  'portal-settings': {
    it: () => import('@varco/i18n/it/portal-settings.ts'),
    en: () => import('@varco/i18n/en/portal-settings.ts'),
  },
  'portal-keys': {
    it: () => import('@varco/i18n/it/portal-keys.ts'),
    en: () => import('@varco/i18n/en/portal-keys.ts'),
  },
  'portal-users': {
    it: () => import('@varco/i18n/it/portal-users.ts'),
    en: () => import('@varco/i18n/en/portal-users.ts'),
  },
  users: {
    it: () => import('@varco/i18n/it/users.ts'),
    en: () => import('@varco/i18n/en/users.ts'),
  },
} satisfies Record<string, BundleLoaders>;

/** Name of a message bundle. */
export type MessageBundle = keyof typeof MESSAGE_BUNDLES;

let translator = createTranslator('it', {});
const requestedBundles = new Set<MessageBundle>(['start']);
/** Loaded bundles, as `bundle/language`. */
const loadedBundles = new Set<string>();
let requestedLanguage: Language | null = null;

/** Creates the translator of this window with the first bundle of its language. Rejects when that cannot be loaded. */
export async function startTranslator(language: Language): Promise<Translator> {
  translator = createTranslator(language, { [language]: await MESSAGE_BUNDLES.start[language]() });
  loadedBundles.add(`start/${language}`);
  return translator;
}

/** Switches the language. Its bundles are downloaded first; until then the previous language stays. */
export async function switchLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  await loadMissingBundles(language, [...requestedBundles]);
  // When switched twice in a row, the later choice wins, whichever arrives first.
  if (requestedLanguage === language) translator.setLanguage(language);
}

/**
 * Loads message bundles in the current language, once each. Await it before drawing a page that uses them. Rejects when one of
 * them cannot be loaded; a bundle that another page could not load does not matter.
 */
export async function loadMessages(...requestedParts: readonly MessageBundle[]): Promise<void> {
  for (const part of requestedParts) requestedBundles.add(part);
  // While another language is being loaded, the bundles are needed in both.
  const languages = new Set([translator.language(), requestedLanguage ?? translator.language()]);
  await Promise.all([...languages].map((language) => loadMissingBundles(language, requestedParts)));
}

async function loadMissingBundles(language: Language, parts: readonly MessageBundle[]): Promise<void> {
  const missing = parts.filter((part) => !loadedBundles.has(`${part}/${language}`));
  const texts = await Promise.all(missing.map((part) => MESSAGE_BUNDLES[part][language]()));
  for (const [at, part] of missing.entries()) {
    // Parallel requests add a bundle once, because each addition redraws all texts.
    if (loadedBundles.has(`${part}/${language}`)) continue;
    loadedBundles.add(`${part}/${language}`);
    translator.addTexts(language, texts[at] ?? {});
  }
}
