import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import type { TransitAction } from '../../lib/transit-actions/transit-action.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';

/** VIS-05: opens look-ups for the vehicle of a transit in a tab, with plant, plate and vehicle type filled in. */
export const LOOK_UP_ACTION: TransitAction = {
  id: 'visure',
  label: 'transits:rowAction.visure',
  icon: 'shield',
  needsValidPlate: true,
  permission: canActOnPlant,
  // The type of the vehicle is filled in, so it must be known.
  isHidden: (_, { isPlateOnly = false }) => isPlateOnly,
  run: ({ peerId, plate, vehicleClass }) =>
    void openWorkspaceTab({ kind: 'look-up', peerId, plate, ...(vehicleClass === undefined ? {} : { vehicleClass }) }),
};
