import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import type { TransitAction } from '../transit-actions/transit-action.ts';
import { openBlacklistForm } from './blacklist-request.store.ts';

/** "Inserisci in blacklist" of a transit: opens the form over the screen, with the plate fixed (T 2.4, readings TA72). */
export const BLACKLIST_ACTION: TransitAction = {
  id: 'blacklist',
  label: 'transits:rowAction.blacklist',
  icon: 'ban',
  needsValidPlate: true,
  permission: canActOnPlant,
  run: ({ peerId, plate }, { score }) =>
    openBlacklistForm({ peerId, plate, ...(score === undefined ? {} : { score }) }),
};
