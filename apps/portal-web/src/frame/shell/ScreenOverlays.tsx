import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import type { ReactElement } from 'react';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import {
  closeScreenOverlay,
  openPalette,
  openShortcuts,
  useScreenOverlay,
} from '../../lib/workspace/screen-overlay.store.ts';
import { closeBlacklistForm, useBlacklistRequest } from '../../lib/lists/blacklist-request.store.ts';
import { BlacklistFormOverlay, CommandPalette, ShortcutHelp } from './lazy-components.tsx';

/**
 * On-demand overlays of every working screen: palette, shortcut help, dialogs. If their code cannot be loaded, the
 * screen below is not affected (T 8.5).
 */
export function ScreenOverlays(): ReactElement | null {
  const shown = useScreenOverlay((over) => over.shown);
  useShortcuts({ '?': openShortcuts, 'Ctrl+k': openPalette });
  if (shown === null) return <BlacklistForm />;
  return (
    <ErrorBoundary
      key={shown}
      fallback={() => null}
      onError={(error) => {
        logCrash(error);
        closeScreenOverlay();
        showPopup({ isPageMissing: true });
      }}
    >
      {shown === 'palette' ? (
        <CommandPalette onClose={closeScreenOverlay} />
      ) : (
        <ShortcutHelp onClose={closeScreenOverlay} />
      )}
    </ErrorBoundary>
  );
}

/** The blacklist form for a plate seen on any screen. */
function BlacklistForm(): ReactElement | null {
  const request = useBlacklistRequest((state) => state.request);
  if (request === null) return null;
  return (
    <ErrorBoundary
      key={`${request.peerId} ${request.plate}`}
      fallback={() => null}
      onError={(error) => {
        logCrash(error);
        closeBlacklistForm();
        showPopup({ isPageMissing: true });
      }}
    >
      <BlacklistFormOverlay request={request} />
    </ErrorBoundary>
  );
}
