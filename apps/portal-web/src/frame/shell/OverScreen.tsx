import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { closeOverScreen, openPalette, openShortcuts, useOverScreen } from '../../lib/workspace/over-screen.store.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('../palette/CommandPalette.tsx')).CommandPalette,
}));
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }));

/** What lies over every working screen when it is asked for; loaded then. Without its code the screen below stays as it is (T 8.5). */
export function OverScreen(): ReactElement | null {
  const shown = useOverScreen((over) => over.shown);
  useShortcuts({ '?': openShortcuts, 'Ctrl+k': openPalette });
  if (shown === null) return null;
  return (
    <ErrorBoundary
      key={shown}
      fallback={() => null}
      onError={(error) => {
        logCrash(error);
        closeOverScreen();
        showPopup({ isPageMissing: true });
      }}
    >
      <Suspense fallback={null}>
        {shown === 'palette' ? (
          <CommandPalette onClose={closeOverScreen} />
        ) : (
          <ShortcutHelp onClose={closeOverScreen} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
