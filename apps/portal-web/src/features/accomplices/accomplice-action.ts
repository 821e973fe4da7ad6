import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import type { TransitAction } from '../../lib/transit-actions/transit-action.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';

/** "Veicoli complici" (T 2.4, T 2.6): opens a tab that searches the vehicles that travelled with that of a transit. */
export const ACCOMPLICE_ACTION: TransitAction = {
  id: 'accomplices',
  label: 'transits:rowAction.accomplices',
  icon: 'pair',
  needsValidPlate: true,
  permission: canActOnPlant,
  run: ({ peerId, plate, transitId }) => void openWorkspaceTab({ kind: 'accomplices', peerId, plate, transitId }),
};
