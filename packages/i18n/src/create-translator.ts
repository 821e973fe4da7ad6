import { formatInteger } from './format.ts';
import type { Language, MessageKey, Translate, Values } from './message-types.ts';

/** Texts of a language by namespace and path. */
export type TextTree = { readonly [key: string]: string | TextTree };

/** Texts a translator begins with, by language. */
type Texts = Partial<Record<Language, TextTree>>;

/** Finds the texts of keys in one language at a time. Two translators do not know of each other. */
export type Translator = {
  /** Always in the present language: for code that keeps the function. */
  readonly t: Translate;
  readonly language: () => Language;
  /** What is shown next. Texts that are not there yet are shown in Italian, if there, until they are added. */
  readonly setLanguage: (language: Language) => void;
  /** Adds namespaces to a language; one that is there already is replaced. */
  readonly addTexts: (language: Language, texts: TextTree) => void;
  /** Calls back after each change of language or texts. Returns the end of it. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** As `t`, but another function after each change: what was drawn with the one before is to be drawn anew. */
  readonly present: () => Translate;
};

/**
 * Makes one independent translator, ready at once in the languages given (ADR 0036). A key that is in none of them is shown as it is.
 */
export function createTranslator(first: Language, begin: Texts): Translator {
  const texts: Record<Language, TextTree> = { it: begin.it ?? {}, en: begin.en ?? {} };
  const listeners = new Set<() => void>();
  let language = first;
  const t: Translate = (key, values) => textOf(texts, language, key, values);
  let present: Translate = t;
  const tellChange = (): void => {
    present = (key, values) => t(key, values);
    for (const listener of listeners) listener();
  };
  return {
    t,
    language: () => language,
    setLanguage(next) {
      if (next === language) return;
      language = next;
      tellChange();
    },
    addTexts(of, added) {
      texts[of] = { ...texts[of], ...added };
      tellChange();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    present: () => present,
  };
}

function textOf(
  texts: Readonly<Record<Language, TextTree>>,
  language: Language,
  key: MessageKey,
  values: Values = {},
): string {
  const found = lookUp(texts[language], key, values, language) ?? lookUp(texts.it, key, values, 'it');
  return found === undefined ? key : filledIn(found, values, language);
}

const plurals: Readonly<Record<Language, Intl.PluralRules>> = {
  it: new Intl.PluralRules('it'),
  en: new Intl.PluralRules('en'),
};

/** `count` chooses among the forms of a text: `_zero` where there is one, `_one`, else `_other`; a text without forms stands for itself. */
function lookUp(tree: TextTree, key: string, values: Values, language: Language): string | undefined {
  const path = key.split(/[:.]/);
  const { count } = values;
  if (typeof count !== 'number') return leafOf(tree, path);
  // CLDR gives Italian a third form for the millions ("un milione di transiti"); figures are digits here and read as the plural.
  const form = plurals[language].select(count) === 'one' ? 'one' : 'other';
  const zero = count === 0 ? leafOf(tree, path, '_zero') : undefined;
  return zero ?? leafOf(tree, path, `_${form}`) ?? leafOf(tree, path);
}

function leafOf(tree: TextTree, path: readonly string[], suffix = ''): string | undefined {
  let node: string | TextTree | undefined = tree;
  for (const [at, name] of path.entries()) {
    if (typeof node !== 'object') return undefined;
    const own: string = at === path.length - 1 ? name + suffix : name;
    node = Object.hasOwn(node, own) ? node[own] : undefined;
  }
  return typeof node === 'string' ? node : undefined;
}

/** Puts the values in as they are (React escapes what it draws, a mail its finished sentence); numbers as the language writes them. */
function filledIn(text: string, values: Values, language: Language): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return '';
    return typeof value === 'number' ? formatInteger(value, language) : value;
  });
}
