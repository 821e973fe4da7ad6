import type { TransitAction } from '../../lib/transit-actions/transit-action.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';

/** "Tracciato su mappa" (T 2.4): passages of the plate on all plants. */
export const TRACK_ACTION: TransitAction = {
  id: 'map',
  label: 'transits:rowAction.map',
  icon: 'route',
  needsValidPlate: true,
  run: ({ peerId, plate }) => void openWorkspaceTab({ kind: 'transit-map', peerId, plate }),
};
