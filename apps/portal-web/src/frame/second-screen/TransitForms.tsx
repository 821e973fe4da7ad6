import type { ReactElement } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { closeBlacklistForm, useBlacklistRequest } from '../../lib/lists/blacklist-request.store.ts';
import { loadMessages } from '../../lib/messages.ts';
import { closeNoteDialog, useNoteDialog } from '../../lib/note-dialog.store.ts';

// The same forms as in the main layout, whose components would otherwise be split into more files for every page.

const { Component: NoteDialog } = lazyComponent(
  async () => (await import('../../features/transits/notes/NoteDialog.tsx')).NoteDialog,
  null,
  { close: closeNoteDialog },
);

const { Component: BlacklistForm } = lazyComponent(
  async () => {
    const [{ BlacklistEntryOverlay: Form }] = await Promise.all([
      import('../../features/lists/BlacklistEntryOverlay.tsx'),
      loadMessages('lists'),
    ]);
    return Form;
  },
  null,
  { close: closeBlacklistForm },
);

/** Forms about the transit of the second screen: note, blacklist entry. */
export function TransitForms(): ReactElement | null {
  const listed = useBlacklistRequest((state) => state.request);
  const noted = useNoteDialog((state) => state.request);
  if (noted !== null) return <NoteDialog key={`${noted.peerId} ${noted.transitId}`} request={noted} />;
  if (listed === null) return null;
  return <BlacklistForm key={`${listed.peerId} ${listed.plate}`} request={listed} />;
}
