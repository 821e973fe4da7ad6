import { describe, expect, it as test } from 'vitest';
import { createI18n } from './create-i18n.ts';
import { createTranslator } from './create-translator.ts';
import { en } from './en/all-messages.ts';
import { it } from './it/all-messages.ts';

type Tree = { readonly [key: string]: string | Tree };

function flattenTexts(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value);
    else for (const [inner, text] of flattenTexts(value, `${path}${key}.`)) found.set(inner, text);
  }
  return found;
}

function findPlaceholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([^}\s]+)\s*\}\}|<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? '').toSorted();
}

describe('texts in two languages', () => {
  const italian = flattenTexts(it);
  const english = flattenTexts(en);

  test('English has exactly the keys of Italian', () => {
    expect([...english.keys()].toSorted()).toEqual([...italian.keys()].toSorted());
  });

  test('a text takes the same values in both languages', () => {
    const differing = [...italian].filter(
      ([key, text]) => findPlaceholders(text).join() !== findPlaceholders(english.get(key) ?? '').join(),
    );
    expect(differing).toEqual([]);
  });

  test('no text is empty or has spaces at its ends', () => {
    const bad = [...italian, ...english].filter(([, text]) => text.trim() !== text || text === '');
    expect(bad).toEqual([]);
  });
});

describe('createI18n', () => {
  test('is ready at once and chooses Italian plural forms, with the millions among them', () => {
    const { t } = createI18n();
    expect(t('widgets:plants.results', { count: 1 })).toBe('1 transito');
    expect(t('widgets:plants.results', { count: 1284 })).toBe('1.284 transiti');
    expect(t('widgets:plants.results', { count: 1_000_000 })).toBe('1.000.000 transiti');
    expect(t('widgets:plants.results', { count: 0 })).toBe('0 transiti');
  });

  test('switches language, and two translators do not disturb each other', () => {
    const first = createI18n();
    const second = createI18n('en');
    first.setLanguage('en');
    expect(first.t('common:search')).toBe('Search');
    first.setLanguage('it');
    expect(first.t('common:search')).toBe('Cerca');
    expect(second.t('common:search')).toBe('Search');
    expect(second.language()).toBe('en');
  });

  test('nothing has words of its own where a text has them', () => {
    expect(createI18n().t('transits:list.filters', { count: 0 })).toBe('0 filtri attivi');
    expect(createI18n('en').t('widgets:plants.results', { count: 1_284 })).toBe('1,284 transits');
  });

  test('a value that is not given leaves nothing; a text that is not there is its own key', () => {
    const { t } = createI18n();
    expect(t('widgets:shell.user')).toBe('Utente ');
    expect(createTranslator('it', {}).t('common:search')).toBe('common:search');
  });

  test('writes a value as it is: markup and braces of a hostile name stay text', () => {
    const { t } = createI18n();
    const name = '<img src=x onerror=alert(1)> {{count}} $t(common:save)';
    expect(t('widgets:shell.user', { name })).toBe(`Utente ${name}`);
  });
});

describe('texts that come later', () => {
  test('are shown as soon as they are there, and everybody who listens is told', () => {
    const translator = createTranslator('en', { it: { common: it.common } });
    const sent: string[] = [];
    const stop = translator.subscribe(() => sent.push(translator.snapshot()('common:search')));
    const before = translator.snapshot();
    // A text missing in English falls back to Italian instead of showing the key.
    expect(translator.t('common:search')).toBe('Cerca');
    translator.addTexts('en', { common: en.common });
    translator.setLanguage('it');
    stop();
    translator.setLanguage('en');
    expect(sent).toEqual(['Search', 'Cerca']);
    expect(translator.snapshot()).not.toBe(before);
  });
});
