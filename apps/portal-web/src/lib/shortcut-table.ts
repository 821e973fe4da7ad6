import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { TransitActionId } from './transit-actions/transit-action.ts';

/** Where a key works. */
export type ShortcutPlace = 'everywhere' | 'tabs' | 'list' | 'transit' | 'detail' | 'picture';

interface ShortcutRow {
  /**
   * `q`: a letter; `Digit7`: the physical digit (the Italian layout shifts nothing there); `Ctrl+k`, `F8`: chords that work while typing
   * too; `g x`: one key after the other; `g 1..9`, `Alt+0..9`: the same with any of these digits.
   */
  readonly keys: readonly string[];
  readonly text: MessageKey;
  readonly place: ShortcutPlace;
}

/**
 * Every key of the product in one table: `useShortcuts` binds only these, and the sheet under `?` shows exactly these. Chosen for the Italian
 * layout: no AltGr, and nothing a browser keeps for itself.
 */
const BOUND = [
  { place: 'everywhere', keys: ['Ctrl+k'], text: 'shell:shortcut.palette' },
  { place: 'everywhere', keys: ['F8'], text: 'shell:shortcut.reason' },
  { place: 'everywhere', keys: ['\\'], text: 'shell:shortcut.rail' },
  { place: 'everywhere', keys: ['?'], text: 'shell:shortcut.help' },
  { place: 'tabs', keys: ['g 1..9'], text: 'shell:shortcut.tab' },
  { place: 'tabs', keys: ['Alt+PageDown', 'Alt+PageUp'], text: 'shell:shortcut.tabBeside' },
  { place: 'tabs', keys: ['Alt+Shift+PageDown', 'Alt+Shift+PageUp'], text: 'shell:shortcut.moveTab' },
  { place: 'tabs', keys: ['g n'], text: 'shell:shortcut.newTab' },
  { place: 'tabs', keys: ['g x'], text: 'shell:shortcut.closeTab' },
  { place: 'tabs', keys: ['g z'], text: 'shell:shortcut.reopenTab' },
  { place: 'list', keys: ['q', '/'], text: 'shell:shortcut.plate' },
  { place: 'list', keys: ['Ctrl+Enter'], text: 'shell:shortcut.search' },
  { place: 'list', keys: ['o'], text: 'shell:shortcut.today' },
  { place: 'list', keys: ['i'], text: 'shell:shortcut.yesterday' },
  { place: 'list', keys: ['Digit7'], text: 'shell:shortcut.week' },
  { place: 'list', keys: ['Digit0'], text: 'shell:shortcut.all' },
  { place: 'list', keys: ['f'], text: 'shell:shortcut.filters' },
  { place: 'list', keys: ['t'], text: 'shell:shortcut.view' },
  { place: 'list', keys: ['d'], text: 'shell:shortcut.adr' },
  { place: 'list', keys: ['r'], text: 'shell:shortcut.refresh' },
  { place: 'list', keys: ['Alt+0..9'], text: 'shell:shortcut.plants' },
  { place: 'detail', keys: ['j', 'k'], text: 'shell:shortcut.nextPrevious' },
  { place: 'detail', keys: ['z'], text: 'shell:shortcut.picture' },
  { place: 'detail', keys: ['Escape'], text: 'shell:shortcut.abort' },
] as const satisfies readonly ShortcutRow[];

/** Keys that a piece of the screen has while it holds the focus, and those of a bound key with Shift. */
const OF_PIECES = [
  { place: 'list', keys: ['Shift+r'], text: 'shell:shortcut.refreshInterval' },
  { place: 'tabs', keys: ['ArrowLeft', 'ArrowRight', 'Home', 'End'], text: 'shell:shortcut.strip' },
  { place: 'tabs', keys: ['Delete'], text: 'shell:shortcut.stripClose' },
  { place: 'list', keys: ['ArrowUp', 'ArrowDown'], text: 'shell:shortcut.rows' },
  { place: 'list', keys: ['Home', 'End'], text: 'shell:shortcut.ends' },
  { place: 'list', keys: ['ArrowLeft', 'ArrowRight'], text: 'shell:shortcut.pages' },
  { place: 'list', keys: ['Enter'], text: 'shell:shortcut.open' },
  { place: 'list', keys: ['.'], text: 'shell:shortcut.rowMenu' },
  { place: 'list', keys: ['Space'], text: 'shell:shortcut.tick' },
  { place: 'picture', keys: ['+', '-', '0'], text: 'shell:shortcut.zoom' },
  { place: 'picture', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], text: 'shell:shortcut.pan' },
] as const satisfies readonly ShortcutRow[];

/** Keys of the actions on a transit, in a row as in its detail. An action that is not built has no key, and the sheet leaves it out. */
export const ACTION_KEYS = [
  ['history', 's'],
  ['map', 'm'],
  ['accomplices', 'c'],
  ['visure', 'v'],
  ['blacklist', 'b'],
  ['multi-print', 'x'],
  ['print', 'p'],
] as const satisfies readonly (readonly [TransitActionId, string])[];

export const SHORTCUTS: readonly ShortcutRow[] = [...BOUND, ...OF_PIECES];

/** A name `useShortcuts` knows; the digits of `0..9` are told apart by it. */
export type BoundKey = (typeof BOUND)[number]['keys'][number] | (typeof ACTION_KEYS)[number][1] | `Alt+Digit${number}`;
