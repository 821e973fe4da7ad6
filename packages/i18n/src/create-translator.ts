import { formatInteger } from './format.ts';
import type { Language, MessageKey, Translate, Values } from './message-types.ts';

/** Texts of a language by namespace and path. */
export type TextTree = { readonly [key: string]: string | TextTree };

/** Initial texts of a translator by language. */
type Texts = Partial<Record<Language, TextTree>>;

/** Translates keys in the current language. Translators are independent of each other. */
export type Translator = {
  /** Always uses the current language, also for callers that store the function. */
  readonly t: Translate;
  readonly language: () => Language;
  /** Sets the language. Missing texts are shown in Italian, if available, until they are added. */
  readonly setLanguage: (language: Language) => void;
  /** Adds namespaces to a language, replacing existing ones. */
  readonly addTexts: (language: Language, texts: TextTree) => void;
  /** Calls back after each change of language or texts. Returns a function that unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Like `t`, but a new function after each change, so that React renders again. */
  readonly snapshot: () => Translate;
};

/** Creates an independent translator with the given texts (ADR 0014). An unknown key is returned unchanged. */
export function createTranslator(first: Language, begin: Texts): Translator {
  const texts: Record<Language, TextTree> = { it: begin.it ?? {}, en: begin.en ?? {} };
  const listeners = new Set<() => void>();
  let language = first;
  const t: Translate = (key, values) => translateKey(texts, language, key, values);
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
    snapshot: () => present,
  };
}

function translateKey(
  texts: Readonly<Record<Language, TextTree>>,
  language: Language,
  key: MessageKey,
  values: Values = {},
): string {
  const found = findText(texts[language], key, values, language) ?? findText(texts.it, key, values, 'it');
  return found === undefined ? key : fillPlaceholders(found, values, language);
}

const PLURAL_RULES: Readonly<Record<Language, Intl.PluralRules>> = {
  it: new Intl.PluralRules('it'),
  en: new Intl.PluralRules('en'),
};

/**
 * Finds a text; `count` selects the form: `_zero` if present, `_one`, else `_other`. A text without forms is returned
 * as it is.
 */
function findText(tree: TextTree, key: string, values: Values, language: Language): string | undefined {
  const path = key.split(/[:.]/);
  const { count } = values;
  if (typeof count !== 'number') return findLeaf(tree, path);
  // CLDR has a third Italian form for millions ("un milione di transiti"); numbers here are in digits and use the
  // plural.
  const form = PLURAL_RULES[language].select(count) === 'one' ? 'one' : 'other';
  const zero = count === 0 ? findLeaf(tree, path, '_zero') : undefined;
  return zero ?? findLeaf(tree, path, `_${form}`) ?? findLeaf(tree, path);
}

function findLeaf(tree: TextTree, path: readonly string[], suffix = ''): string | undefined {
  let node: string | TextTree | undefined = tree;
  for (const [at, name] of path.entries()) {
    if (typeof node !== 'object') return undefined;
    const own: string = at === path.length - 1 ? name + suffix : name;
    node = Object.hasOwn(node, own) ? node[own] : undefined;
  }
  return typeof node === 'string' ? node : undefined;
}

/**
 * Inserts the values unescaped (React escapes what it renders, mail escapes the finished text); formats numbers by
 * language.
 */
function fillPlaceholders(text: string, values: Values, language: Language): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return '';
    return typeof value === 'number' ? formatInteger(value, language) : value;
  });
}
