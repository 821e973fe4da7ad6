import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import type { ReactElement, ReactNode } from 'react';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { toggleHelp } from '../../lib/help/help.store.ts';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import {
  closeScreenOverlay,
  openPalette,
  openShortcuts,
  useScreenOverlay,
} from '../../lib/workspace/screen-overlay.store.ts';
import { closeBlacklistForm, useBlacklistRequest } from '../../lib/lists/blacklist-request.store.ts';
import { closeNoteDialog, useNoteDialog } from '../../lib/note-dialog.store.ts';
import { BlacklistFormOverlay, CommandPalette, NoteDialog, ShortcutHelp } from './lazy-components.tsx';

/**
 * On-demand overlays of every working screen: palette, shortcut help, dialogs. If their code cannot be loaded, the
 * screen below is not affected (T 8.5).
 */
export function ScreenOverlays(): ReactElement | null {
  const shown = useScreenOverlay((over) => over.shown);
  useShortcuts({ F1: toggleHelp, '?': openShortcuts, 'Ctrl+k': openPalette });
  if (shown === null) return <TransitForms />;
  return (
    <Overlay key={shown} onClose={closeScreenOverlay}>
      {shown === 'palette' ? (
        <CommandPalette onClose={closeScreenOverlay} />
      ) : (
        <ShortcutHelp onClose={closeScreenOverlay} />
      )}
    </Overlay>
  );
}

/** Forms about a plate or transit seen on any screen: blacklist entry, note. */
function TransitForms(): ReactElement | null {
  const listed = useBlacklistRequest((state) => state.request);
  const noted = useNoteDialog((state) => state.request);
  if (noted !== null)
    return (
      <Overlay key={`${noted.peerId} ${noted.transitId}`} onClose={closeNoteDialog}>
        <NoteDialog request={noted} />
      </Overlay>
    );
  if (listed === null) return null;
  return (
    <Overlay key={`${listed.peerId} ${listed.plate}`} onClose={closeBlacklistForm}>
      <BlacklistFormOverlay request={listed} />
    </Overlay>
  );
}

/** An overlay whose code may fail to load: it closes, and the person is told. */
function Overlay(props: { onClose: () => void; children: ReactNode }): ReactElement {
  return (
    <ErrorBoundary
      fallback={() => null}
      onError={(error) => {
        logCrash(error);
        props.onClose();
        showPopup({ isPageMissing: true });
      }}
    >
      {props.children}
    </ErrorBoundary>
  );
}
