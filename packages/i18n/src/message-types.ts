import type { it } from './it/messages.ts';

/** The shape of a namespace: the same keys at every depth, any text. `en` files are checked against `Texts<typeof it...>`. */
export type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<K extends string> = K extends `${infer Base}_${PluralSuffix}` ? Base : K;

type Paths<T, Prefix extends string> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${WithoutPlural<K>}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

type Messages = typeof it;

/** Every text there is, as `namespace:path.to.key`, plural suffixes left out. Italian is the source. */
export type MessageKey = {
  [N in keyof Messages & string]: Paths<Messages[N], `${N}:`>;
}[keyof Messages & string];

export type Language = 'it' | 'en';

/** Values put into `{{name}}`. Numbers are written in the language's own way (1.284); give codes and years as strings. */
export type Values = Readonly<Record<string, string | number>>;

/** Text of a key. `count` chooses the plural form and can be shown as `{{count}}`. */
export type Translate = (key: MessageKey, values?: Values) => string;
