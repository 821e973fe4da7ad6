import type { ReactElement } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { closeOverScreen, openPalette, openShortcuts, useOverScreen } from '../../lib/workspace/over-screen.store.ts';
import { CommandPalette, ShortcutHelp } from './late-parts.tsx';

/** What lies over every working screen when it is asked for. */
export function OverScreen(): ReactElement | null {
  const shown = useOverScreen((over) => over.shown);
  useShortcuts({ '?': openShortcuts, 'Ctrl+k': openPalette });
  if (shown === null) return null;
  return shown === 'palette' ? (
    <CommandPalette onClose={closeOverScreen} />
  ) : (
    <ShortcutHelp onClose={closeOverScreen} />
  );
}
