import type { Translator } from '@varco/i18n/create-translator.ts';
import type { Language, MessageKey, Translate, Values } from '@varco/i18n/message-types.ts';
import { createContext, type ReactElement, type ReactNode, use, useSyncExternalStore } from 'react';

const TranslatorContext = createContext<Translator | null>(null);

/** Provides a translator to the tree; `useT` reads it and redraws when the language changes. */
export function I18nProvider(props: { translator: Translator; children: ReactNode }): ReactElement {
  return <TranslatorContext value={props.translator}>{props.children}</TranslatorContext>;
}

function useTranslator(): Translator {
  const translator = use(TranslatorContext);
  if (translator === null) throw new Error('no I18nProvider above');
  return translator;
}

/** The typed translate function of this tree. Keys are `namespace:path`; Italian is the source language. */
export function useT(): Translate {
  const translator = useTranslator();
  return useSyncExternalStore(translator.subscribe, translator.snapshot);
}

/** The current language. */
export function useLanguage(): Language {
  const translator = useTranslator();
  return useSyncExternalStore(translator.subscribe, translator.language);
}

/** A text with `<b>` marks, drawn in bold without concatenating sentence parts. */
export function RichText(props: { text: MessageKey; values?: Values }): ReactElement {
  const t = useT();
  const pieces = t(props.text, props.values).split(/<b>(.*?)<\/b>/);
  // Odd parts were between the marks. The order never changes, so the index is the key.
  return <>{pieces.map((piece, at) => (at % 2 === 1 ? <b key={at}>{piece}</b> : piece))}</>;
}
