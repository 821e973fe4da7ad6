import { expect, type Page } from '@playwright/test';
import { en } from '@varco/i18n/en/all-messages.ts';
import { it } from '@varco/i18n/it/all-messages.ts';

type Language = 'it' | 'en';

/** English words that an Italian page has nowhere: names of people, streets and brands contain none of them. */
const ENGLISH_WORDS =
  /\b(?:the|and|with|from|your|you|this|please|loading|search|close|delete|save|cancel|select|required|not found|no data|unknown|failed|update|until|last|next|previous|open|show|hide|gates?|plates?|plants?|cameras?|vehicles?)\b/i;

/** A key of a message that was shown instead of its text. */
const MESSAGE_KEY = /^[a-z][A-Za-z]+:[a-z][A-Za-z.]+$/;

/** All texts of a tree of messages that are shown as they stand. */
function listTexts(messages: unknown): readonly string[] {
  if (typeof messages === 'string') return messages.includes('{{') ? [] : [messages];
  return Object.values(Object(messages)).flatMap(listTexts);
}

const TEXTS: Readonly<Record<Language, ReadonlySet<string>>> = {
  it: new Set(listTexts(it)),
  en: new Set(listTexts(en)),
};

/** What a page says: its texts, and what is read aloud or shown on pointing. What states its own language is left out. */
const readTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const texts = new Set();
    const add = (text) => { const trimmed = (text ?? '').replace(/\\s+/g, ' ').trim(); if (trimmed !== '') texts.add(trimmed); };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent !== null && parent.closest('script, style, code, pre, body [lang]') === null) add(walker.currentNode.nodeValue);
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      if (element.closest('body [lang]') === null)
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(element.getAttribute(name));
    return [...texts];
  })()`);

/** The texts of a page once two readings are the same and nothing is loading. */
async function readSettledTexts(page: Page): Promise<readonly string[]> {
  let texts: readonly string[] = [];
  await expect
    .poll(
      async () => {
        const before = texts.join('\n');
        texts = await readTexts(page);
        return before === texts.join('\n') && (await page.locator('[aria-busy=true]').count()) === 0;
      },
      { timeout: 30_000, intervals: [300] },
    )
    .toBe(true);
  return texts;
}

/** Fails with every text of the page that is in the other language, or the key of a message. */
export async function expectLanguage(page: Page, language: Language, where: string): Promise<void> {
  const other = language === 'it' ? 'en' : 'it';
  const found = (await readSettledTexts(page)).filter((text) => {
    if (MESSAGE_KEY.test(text)) return true;
    if (TEXTS[language].has(text)) return false;
    if (language === 'it' && ENGLISH_WORDS.test(text)) return true;
    // What people typed is Italian in both languages: a single word may be theirs.
    return TEXTS[other].has(text) && text.includes(' ');
  });
  expect.soft(found, `${where} in ${language}`).toEqual([]);
}
