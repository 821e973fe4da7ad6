import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { TransitActionId } from './transit-actions/transit-action.ts';

/** Where a key works. */
export type ShortcutPlace =
  | 'everywhere'
  | 'tabs'
  | 'list'
  | 'transit'
  | 'detail'
  | 'picture'
  | 'map'
  | 'lists'
  | 'monitor';

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
  { place: 'everywhere', keys: ['Ctrl+k'], text: 'shortcuts:key.palette' },
  { place: 'everywhere', keys: ['F8'], text: 'shortcuts:key.reason' },
  { place: 'everywhere', keys: ['\\'], text: 'shortcuts:key.rail' },
  { place: 'everywhere', keys: ['?'], text: 'shortcuts:key.help' },
  { place: 'tabs', keys: ['g 1..9'], text: 'shortcuts:key.tab' },
  { place: 'tabs', keys: ['Alt+PageDown', 'Alt+PageUp'], text: 'shortcuts:key.tabBeside' },
  { place: 'tabs', keys: ['Alt+Shift+PageDown', 'Alt+Shift+PageUp'], text: 'shortcuts:key.moveTab' },
  { place: 'tabs', keys: ['g n'], text: 'shortcuts:key.newTab' },
  { place: 'tabs', keys: ['g x'], text: 'shortcuts:key.closeTab' },
  { place: 'tabs', keys: ['g z'], text: 'shortcuts:key.reopenTab' },
  { place: 'list', keys: ['q', '/'], text: 'shortcuts:key.plate' },
  { place: 'list', keys: ['Ctrl+Enter'], text: 'shortcuts:key.search' },
  { place: 'list', keys: ['o'], text: 'shortcuts:key.today' },
  { place: 'list', keys: ['i'], text: 'shortcuts:key.yesterday' },
  { place: 'list', keys: ['Digit7'], text: 'shortcuts:key.week' },
  { place: 'list', keys: ['Digit0'], text: 'shortcuts:key.all' },
  { place: 'list', keys: ['f'], text: 'shortcuts:key.filters' },
  { place: 'list', keys: ['t'], text: 'shortcuts:key.view' },
  { place: 'list', keys: ['d'], text: 'shortcuts:key.adr' },
  { place: 'list', keys: ['e'], text: 'shortcuts:key.export' },
  { place: 'list', keys: ['r'], text: 'shortcuts:key.refresh' },
  { place: 'list', keys: ['Alt+0..9'], text: 'shortcuts:key.plants' },
  { place: 'lists', keys: ['n'], text: 'shortcuts:key.insertEntry' },
  { place: 'lists', keys: ['Ctrl+s'], text: 'shortcuts:key.saveForm' },
  { place: 'monitor', keys: ['j', 'k'], text: 'shortcuts:key.gates' },
  { place: 'monitor', keys: ['p'], text: 'shortcuts:key.rotation' },
  { place: 'monitor', keys: ['f'], text: 'shortcuts:key.wall' },
  { place: 'detail', keys: ['j', 'k'], text: 'shortcuts:key.nextPrevious' },
  { place: 'detail', keys: ['z'], text: 'shortcuts:key.picture' },
  { place: 'detail', keys: ['Escape'], text: 'shortcuts:key.abort' },
  { place: 'map', keys: [' '], text: 'shortcuts:key.play' },
  { place: 'map', keys: ['j', 'k'], text: 'shortcuts:key.nextPrevious' },
  { place: 'map', keys: ['f'], text: 'shortcuts:key.fit' },
] as const satisfies readonly ShortcutRow[];

/** Keys that a piece of the screen has while it holds the focus, and those of a bound key with Shift. */
const OF_PIECES = [
  { place: 'list', keys: ['Shift+r'], text: 'shortcuts:key.refreshInterval' },
  { place: 'tabs', keys: ['ArrowLeft', 'ArrowRight', 'Home', 'End'], text: 'shortcuts:key.strip' },
  { place: 'tabs', keys: ['Delete'], text: 'shortcuts:key.stripClose' },
  { place: 'list', keys: ['ArrowUp', 'ArrowDown'], text: 'shortcuts:key.rows' },
  { place: 'list', keys: ['Home', 'End'], text: 'shortcuts:key.ends' },
  { place: 'list', keys: ['ArrowLeft', 'ArrowRight'], text: 'shortcuts:key.pages' },
  { place: 'list', keys: ['Enter'], text: 'shortcuts:key.open' },
  { place: 'list', keys: ['.'], text: 'shortcuts:key.rowMenu' },
  { place: 'list', keys: ['Space'], text: 'shortcuts:key.tick' },
  { place: 'picture', keys: ['+', '-', '0'], text: 'shortcuts:key.zoom' },
  { place: 'map', keys: ['+', '-'], text: 'shortcuts:key.zoom' },
  { place: 'picture', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], text: 'shortcuts:key.pan' },
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
