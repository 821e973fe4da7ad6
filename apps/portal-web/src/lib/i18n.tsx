import type { Language, MessageKey, Translate, Values } from '@varco/i18n/message-types.ts';
import type { Translator } from '@varco/i18n/create-translator.ts';
import { type ReactElement, type ReactNode, useCallback } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';

/** Puts a translator over the tree; `useT` reads it and redraws when the language changes. */
export function I18nProvider(props: { translator: Translator; children: ReactNode }): ReactElement {
  return <I18nextProvider i18n={props.translator.i18n}>{props.children}</I18nextProvider>;
}

/** The typed `t` of this tree. Keys are `namespace:path`; Italian is the source. */
export function useT(): Translate {
  const { t } = useTranslation();
  // The same function as long as the language is the same: what is built from texts can be kept.
  return useCallback<Translate>((key, values) => t(key, { ...values }), [t]);
}

/** The language the texts are shown in. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.resolvedLanguage === 'en' ? 'en' : 'it';
}

/** A sentence with `<b>` in it: the figure a reader looks for, without gluing sentence parts together. */
export function RichText(props: { text: MessageKey; values?: Values }): ReactElement {
  const t = useT();
  const pieces = t(props.text, props.values).split(/<b>(.*?)<\/b>/);
  // Odd pieces stood between the marks; the order never changes, so the position is the key.
  return <>{pieces.map((piece, at) => (at % 2 === 1 ? <b key={at}>{piece}</b> : piece))}</>;
}
