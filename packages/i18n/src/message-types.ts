import type { it } from './it/all-messages.ts';

/**
 * Shape of a namespace: the same keys at every depth, any text. `en` files are checked against `Texts<typeof it...>`.
 */
export type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<K extends string> = K extends `${infer Base}_${PluralSuffix}` ? Base : K;

type Paths<T, Prefix extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${WithoutPlural<K>}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

type Messages = typeof it;

/** Every key as `namespace:path.to.key`, without plural suffixes. Italian is the source. */
export type MessageKey = {
  [N in keyof Messages & string]: Paths<Messages[N], `${N}:`>;
}[keyof Messages & string];

export type Language = 'it' | 'en';

/** Values for `{{name}}`. Numbers are formatted by language (1.284); pass codes and years as strings. */
export type Values = Readonly<Record<string, string | number>>;

/** Translates a key. `count` selects the plural form and is available as `{{count}}`. */
export type Translate = (key: MessageKey, values?: Values) => string;
