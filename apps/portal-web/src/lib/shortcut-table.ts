import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { TransitActionId } from './transit-actions/transit-action.ts';

/** Where a shortcut works. */
export type ShortcutPlace =
  | 'everywhere'
  | 'tabs'
  | 'list'
  | 'transit'
  | 'detail'
  | 'picture'
  | 'map'
  | 'lists'
  | 'monitor'
  | 'controlRoom'
  | 'review'
  | 'handover'
  | 'alerts';

interface ShortcutRow {
  /**
   * `q`: a letter; `Digit7`: the physical digit key (independent of the Italian layout); `Ctrl+k`, `F8`: chords that
   * also work while typing; `g x`: two keys in sequence; `g 1..9`, `Alt+0..9`: the same with any of these digits.
   */
  readonly keys: readonly string[];
  readonly text: MessageKey;
  readonly place: ShortcutPlace;
}

/**
 * Every shortcut of the product. `useShortcuts` binds only these, and the help sheet under `?` shows exactly these.
 * Chosen for the Italian layout: no AltGr, and no shortcuts reserved by browsers.
 */
const BOUND_SHORTCUTS = [
  { place: 'everywhere', keys: ['Ctrl+k'], text: 'shortcuts:key.palette' },
  { place: 'everywhere', keys: ['F8'], text: 'shortcuts:key.reason' },
  { place: 'everywhere', keys: ['g a'], text: 'shortcuts:key.alertFeed' },
  { place: 'everywhere', keys: ['\\'], text: 'shortcuts:key.rail' },
  { place: 'everywhere', keys: ['F1'], text: 'shortcuts:key.manual' },
  { place: 'everywhere', keys: ['?'], text: 'shortcuts:key.help' },
  { place: 'tabs', keys: ['g 1..9'], text: 'shortcuts:key.tab' },
  { place: 'tabs', keys: ['Alt+PageDown', 'Alt+PageUp'], text: 'shortcuts:key.tabBeside' },
  { place: 'tabs', keys: ['Alt+Shift+PageDown', 'Alt+Shift+PageUp'], text: 'shortcuts:key.moveTab' },
  { place: 'tabs', keys: ['g n'], text: 'shortcuts:key.newTab' },
  { place: 'tabs', keys: ['g x'], text: 'shortcuts:key.closeTab' },
  { place: 'tabs', keys: ['g z'], text: 'shortcuts:key.reopenTab' },
  { place: 'list', keys: ['q', '/'], text: 'shortcuts:key.plate' },
  { place: 'list', keys: ['ArrowUp', 'ArrowDown'], text: 'shortcuts:key.rows' },
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
  { place: 'list', keys: ['Ctrl+s'], text: 'shortcuts:key.saveSearch' },
  { place: 'list', keys: ['n'], text: 'shortcuts:key.showNew' },
  { place: 'list', keys: ['Alt+0..9'], text: 'shortcuts:key.plants' },
  { place: 'list', keys: ['g d', 'g m'], text: 'shortcuts:key.secondScreen' },
  { place: 'lists', keys: ['n'], text: 'shortcuts:key.insertEntry' },
  { place: 'lists', keys: ['Ctrl+s'], text: 'shortcuts:key.saveForm' },
  { place: 'monitor', keys: ['j', 'k'], text: 'shortcuts:key.gates' },
  { place: 'monitor', keys: ['p'], text: 'shortcuts:key.rotation' },
  { place: 'monitor', keys: ['f'], text: 'shortcuts:key.wall' },
  { place: 'controlRoom', keys: ['w'], text: 'shortcuts:key.wallMode' },
  { place: 'controlRoom', keys: ['j', 'k'], text: 'shortcuts:key.wallPages' },
  { place: 'controlRoom', keys: ['p'], text: 'shortcuts:key.rotation' },
  { place: 'controlRoom', keys: ['c'], text: 'shortcuts:key.silentCameras' },
  { place: 'controlRoom', keys: ['Escape'], text: 'shortcuts:key.leaveWall' },
  { place: 'review', keys: ['j', 'k'], text: 'shortcuts:key.cases' },
  { place: 'review', keys: ['Digit1', 'Digit2', 'Digit3'], text: 'shortcuts:key.decision' },
  { place: 'review', keys: ['Ctrl+Enter'], text: 'shortcuts:key.saveDecision' },
  { place: 'handover', keys: ['n'], text: 'shortcuts:key.giveShift' },
  { place: 'handover', keys: ['s'], text: 'shortcuts:key.readHandover' },
  { place: 'detail', keys: ['j', 'k'], text: 'shortcuts:key.nextPrevious' },
  { place: 'detail', keys: ['z'], text: 'shortcuts:key.picture' },
  { place: 'detail', keys: ['Escape'], text: 'shortcuts:key.abort' },
  { place: 'map', keys: [' '], text: 'shortcuts:key.play' },
  { place: 'map', keys: ['j', 'k'], text: 'shortcuts:key.nextPrevious' },
  { place: 'map', keys: ['f'], text: 'shortcuts:key.fit' },
  { place: 'map', keys: ['q'], text: 'shortcuts:key.comparePlate' },
] as const satisfies readonly ShortcutRow[];

/** Keys that a component handles while it has the focus, and shifted variants of bound keys. */
const COMPONENT_SHORTCUTS = [
  { place: 'list', keys: ['Shift+r'], text: 'shortcuts:key.refreshInterval' },
  { place: 'tabs', keys: ['ArrowLeft', 'ArrowRight', 'Home', 'End'], text: 'shortcuts:key.strip' },
  { place: 'tabs', keys: ['Delete'], text: 'shortcuts:key.stripClose' },
  { place: 'list', keys: ['Home', 'End'], text: 'shortcuts:key.ends' },
  { place: 'list', keys: ['ArrowLeft', 'ArrowRight'], text: 'shortcuts:key.pages' },
  { place: 'list', keys: ['Enter'], text: 'shortcuts:key.open' },
  { place: 'list', keys: ['.'], text: 'shortcuts:key.rowMenu' },
  { place: 'list', keys: ['Space'], text: 'shortcuts:key.tick' },
  { place: 'picture', keys: ['+', '-', '0'], text: 'shortcuts:key.zoom' },
  { place: 'map', keys: ['+', '-'], text: 'shortcuts:key.zoom' },
  { place: 'picture', keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], text: 'shortcuts:key.pan' },
  { place: 'alerts', keys: ['j', 'k'], text: 'shortcuts:key.alert.step' },
  { place: 'alerts', keys: ['t'], text: 'shortcuts:key.alert.take' },
  { place: 'alerts', keys: ['Shift+t'], text: 'shortcuts:key.alert.takeOver' },
  { place: 'alerts', keys: ['v'], text: 'shortcuts:key.alert.verify' },
  { place: 'alerts', keys: ['p'], text: 'shortcuts:key.alert.sendPatrol' },
  { place: 'alerts', keys: ['m'], text: 'shortcuts:key.alert.misread' },
  { place: 'alerts', keys: ['o'], text: 'shortcuts:key.alert.otherVehicle' },
  { place: 'alerts', keys: ['n'], text: 'shortcuts:key.alert.note' },
] as const satisfies readonly ShortcutRow[];

/**
 * Keys of the transit actions, in a row as in its detail. An action that is not built has no key and is omitted from
 * the help sheet.
 */
export const ACTION_KEYS = [
  ['history', 's'],
  ['map', 'm'],
  ['accomplices', 'c'],
  ['follow', 'w'],
  ['note', 'a'],
  ['visure', 'v'],
  ['blacklist', 'b'],
  ['multi-print', 'x'],
  ['print', 'p'],
] as const satisfies readonly (readonly [TransitActionId, string])[];

export const SHORTCUTS: readonly ShortcutRow[] = [...BOUND_SHORTCUTS, ...COMPONENT_SHORTCUTS];

/** A key name accepted by `useShortcuts`; ranges such as `0..9` are bound digit by digit. */
export type BoundKey =
  | (typeof BOUND_SHORTCUTS)[number]['keys'][number]
  | (typeof ACTION_KEYS)[number][1]
  | `Alt+Digit${number}`;
