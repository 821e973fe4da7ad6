import { lazy, type ReactElement, Suspense } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { closeOverScreen, openPalette, openShortcuts, useOverScreen } from '../../lib/workspace/over-screen.store.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('../palette/CommandPalette.tsx')).CommandPalette,
}));
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }));

/** What lies over every working screen when it is asked for; loaded then. */
export function OverScreen(): ReactElement | null {
  const shown = useOverScreen((over) => over.shown);
  useShortcuts({ '?': openShortcuts, 'Ctrl+k': openPalette });
  if (shown === null) return null;
  return (
    <Suspense fallback={null}>
      {shown === 'palette' ? <CommandPalette onClose={closeOverScreen} /> : <ShortcutHelp onClose={closeOverScreen} />}
    </Suspense>
  );
}
