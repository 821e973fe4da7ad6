import { ACTION_KEYS } from '../shortcut-table.ts';
import { type ShortcutMap, useShortcuts } from '../shortcuts.ts';
import type { ActionItem } from './use-transit-actions.ts';

/** Binds the keys of the actions offered for the current transit (S history, P print ...). Unavailable actions get no key. */
export function useActionKeys(items: readonly ActionItem[], isActive = true): void {
  const map: { -readonly [K in keyof ShortcutMap]: ShortcutMap[K] } = {};
  for (const item of items) {
    const key = ACTION_KEYS.find(([id]) => id === item.id)?.[1];
    if (key !== undefined && item.disabledReason === null) map[key] = () => item.onSelect();
  }
  useShortcuts(map, isActive);
}
