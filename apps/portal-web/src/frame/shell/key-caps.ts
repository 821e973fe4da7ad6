import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

const KEY_NAMES: Readonly<Record<string, MessageKey>> = {
  Enter: 'common:keys.enter',
  Space: 'common:keys.space',
  ' ': 'common:keys.space',
  Escape: 'common:keys.escape',
  Delete: 'common:keys.delete',
  Home: 'common:keys.home',
  End: 'common:keys.end',
  PageUp: 'common:keys.pageUp',
  PageDown: 'common:keys.pageDown',
};
const ARROW_SYMBOLS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

function toKeyCap(t: Translate, key: string): string {
  const name = KEY_NAMES[key];
  if (name !== undefined) return t(name);
  const digits = key.replace('Digit', '').replace('..', '–');
  return ARROW_SYMBOLS[key] ?? (digits.length === 1 ? digits.toUpperCase() : digits);
}

/** Key caps of a table entry: `g x` as G, X; `Ctrl+Enter` as one cap, "Ctrl Invio". */
export const toKeyCaps = (t: Translate, keys: readonly string[]): readonly string[] =>
  keys.flatMap((key) =>
    (key === ' ' ? [key] : key.split(' ')).map((stroke) =>
      stroke === '+'
        ? '+'
        : stroke
            .split('+')
            .map((part) => toKeyCap(t, part))
            .join(' '),
    ),
  );
