import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { openNoteDialog } from '../../../lib/note-dialog.store.ts';
import type { TransitAction } from '../../../lib/transit-actions/transit-action.ts';

const HIDDEN_PLATE = '**';

/** Writes a note on a transit, also on one whose plate was not read completely. */
export const NOTE_ACTION: TransitAction = {
  id: 'note',
  label: 'transits:rowAction.note',
  icon: 'edit',
  needsValidPlate: false,
  permission: canActOnPlant,
  // Who may not see plates reads no notes either.
  isHidden: ({ plate }) => plate === HIDDEN_PLATE,
  run: ({ peerId, transitId, plate }) => openNoteDialog({ peerId, transitId, plate }),
};
