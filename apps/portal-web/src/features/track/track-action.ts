import type { TransitAction } from '../../lib/transit-actions/transit-action.ts';
import { notify } from '../../lib/notices/notices.store.ts';
import { translate } from '../../lib/translate.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { compareWithOpenTrack } from '../../lib/workspace/track-tabs.ts';

const NOTICE_MS = 5_000;

/** "Tracciato su mappa" (T 2.4): passages of the plate on all plants. */
export const TRACK_ACTION: TransitAction = {
  id: 'map',
  label: 'transits:rowAction.map',
  icon: 'route',
  needsValidPlate: true,
  run: ({ peerId, plate }) => void openWorkspaceTab({ kind: 'transit-map', peerId, plate }),
};

/**
 * "Confronta sulla mappa": the plate becomes the second one of the open track. Without an open track its own opens, and
 * a notification says how the second plate is chosen.
 */
export const COMPARE_ACTION: TransitAction = {
  id: 'compare',
  label: 'transits:rowAction.compare',
  icon: 'swap',
  needsValidPlate: true,
  run: ({ peerId, plate }) => {
    if (compareWithOpenTrack({ peerId, plate })) return;
    notify({
      text: translate('transits:rowAction.compareNext', { plate }),
      type: 'info',
      timeout: NOTICE_MS,
      link: null,
    });
  },
};
