import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from './preferences/preferences.store.ts';
import type { BoundKey } from './shortcut-table.ts';

/** Key handlers of a screen. Only keys of the table can be bound, so that the help sheet is complete. */
export type ShortcutMap = Readonly<Partial<Record<BoundKey, (event: KeyboardEvent) => void>>>;

/** The second key of a sequence must follow within this time. */
const SEQUENCE_TIMEOUT_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog]') !== null);

/** Name of a key event: `Ctrl+k`, `Alt+Digit1`, `q`, `F8`, `Digit7`, `Alt+Shift+PageUp` (the case of a letter is ignored). */
export function toShortcutName(
  event: Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string {
  const key = event.code.startsWith('Digit')
    ? event.code
    : event.key.length === 1
      ? event.key.toLowerCase()
      : event.key;
  const shift = event.shiftKey && event.altKey && event.key.length > 1 ? 'Shift+' : '';
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${shift}${key}`;
}

const isChord = (name: string): boolean => name.includes('+') || /^F\d/.test(name);
/** True for single characters, which users of speech input or with tremor may press unintentionally. */
const isSingleCharacter = (name: string): boolean => name.length === 1 || name.startsWith('Digit');

/** First key of a sequence, shared by all maps, so that the map with a matching second key handles it. */
let firstKey = { key: '', at: 0 };

type ShortcutHandlers = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

function findShortcutHandler(
  map: ShortcutHandlers,
  name: string,
  now: number,
): ((event: KeyboardEvent) => void) | undefined {
  if (firstKey.key !== '' && now - firstKey.at < SEQUENCE_TIMEOUT_MS) {
    const pair = /^Digit[1-9]$/.test(name) ? `${firstKey.key} 1..9` : `${firstKey.key} ${name}`;
    return map[pair];
  }
  return map[name];
}

/**
 * Binds keys while the component is mounted. Single letters are disabled while the user types; chords always work.
 * @param where `dialog`: before the keys of the screen behind it, which then does not act on the same key
 */
export function useShortcuts(map: ShortcutMap, isActive = true, where: 'screen' | 'dialog' = 'screen'): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isActive || event.defaultPrevented) return;
    const name = toShortcutName(event);
    if (!isChord(name) && isTyping(event.target)) return;
    if (isSingleCharacter(name) && !usePreferences.getState().singleKeys) return;
    const action = findShortcutHandler(map, name, event.timeStamp);
    const startsPair = Object.keys(map).some((key) => key.startsWith(`${name} `));
    if (action !== undefined) {
      event.preventDefault();
      action(event);
      firstKey = { key: '', at: 0 };
    } else if (startsPair) {
      firstKey = { key: name, at: event.timeStamp };
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    const options = { capture: where === 'dialog' };
    addEventListener('keydown', listen, options);
    return () => removeEventListener('keydown', listen, options);
  }, [where]);
}
