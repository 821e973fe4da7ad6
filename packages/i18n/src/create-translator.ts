import i18next, { type FormatterModule, type i18n } from 'i18next';
import { formatInteger } from './format.ts';
import type { Language, MessageKey, Translate, Values } from './message-types.ts';

/** Texts of a language by namespace and path. */
export type TextTree = { readonly [key: string]: string | TextTree };
type MutableNode = { [key: string]: string | MutableNode };

/**
 * Copies a tree of texts and adds a `_many` form to each plural. CLDR gives Italian a third form for 1.000.000 and its
 * multiples ("un milione di transiti"); the figure is always written in digits here, so it reads as `_other`.
 */
function withManyForms(node: TextTree): MutableNode {
  const copy: MutableNode = {};
  for (const [key, value] of Object.entries(node)) {
    copy[key] = typeof value === 'string' ? value : withManyForms(value);
    if (key.endsWith('_other') && typeof value === 'string') copy[`${key.slice(0, -'other'.length)}many`] = value;
  }
  return copy;
}

function isLanguage(value: string | undefined): value is Language {
  return value === 'it' || value === 'en';
}

/** Writes every number put into a text the way the language writes it; everything else as it is. */
const numbersInTheLanguage: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, lng) =>
    typeof value === 'number' ? formatInteger(value, isLanguage(lng) ? lng : 'it') : String(value),
};

export type Translator = {
  /** The text library itself: the React binding needs it, nothing else does. */
  readonly i18n: i18n;
  readonly t: Translate;
  language(): Language;
  setLanguage(language: Language): Promise<void>;
};

/** Texts a translator begins with, by language. */
type Texts = Partial<Record<Language, TextTree>>;

/**
 * Makes one independent translator, ready at once in the languages given. Another language is fetched with `load` when
 * it is first chosen; until it is there, the one before stays. Rejects when it cannot be fetched.
 */
export function createTranslator(
  language: Language,
  texts: Texts,
  load?: (language: Language) => Promise<TextTree>,
): Translator {
  const instance = i18next.createInstance({
    lng: language,
    fallbackLng: 'it',
    supportedLngs: ['it', 'en'],
    resources: Object.fromEntries(Object.entries(texts).map(([name, tree]) => [name, withManyForms(tree)])),
    ns: Object.keys(texts[language] ?? {}),
    defaultNS: 'common',
    initAsync: false,
    returnEmptyString: true,
    interpolation: {
      // React escapes what it draws; a server that writes HTML escapes the finished sentence itself.
      escapeValue: false,
      alwaysFormat: true,
    },
  });
  instance.use(numbersInTheLanguage);
  void instance.init();
  const bring = async (next: Language): Promise<void> => {
    if (load === undefined || instance.hasResourceBundle(next, 'common')) return;
    for (const [name, tree] of Object.entries(withManyForms(await load(next))))
      instance.addResourceBundle(next, name, tree);
  };
  return {
    i18n: instance,
    t: (key: MessageKey, values?: Values) => instance.t(key, { ...values }),
    language: () => (isLanguage(instance.resolvedLanguage) ? instance.resolvedLanguage : 'it'),
    setLanguage: async (next) => {
      await bring(next);
      await instance.changeLanguage(next);
    },
  };
}
