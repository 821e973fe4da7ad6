import { isPhone } from '../phone.ts';
import type { TransitAction } from '../transit-actions/transit-action.ts';
import { openInList } from '../workspace/list-place.store.ts';
import { openSecondScreen } from './open-second-screen.ts';
import { useSecondScreen } from './second-screen.store.ts';
import { isSecondScreen } from './second-window.ts';

/** Shows the transit in a second window, where the next ones of its list follow. A phone has no second screen. */
export const SECOND_SCREEN_ACTION: TransitAction = {
  id: 'second-screen',
  label: 'transits:rowAction.secondScreen',
  icon: 'screens',
  needsValidPlate: false,
  isHidden: () => isSecondScreen() || isPhone(),
  run: async ({ peerId, transitId, plate }, { tabId }) => {
    await openSecondScreen('detail', { peerId, transitId, plate, tabId: tabId ?? null });
    // Only now, so that the list does not open the detail itself.
    if (tabId !== undefined && useSecondScreen.getState().status !== 'off') openInList(tabId, { peerId, transitId });
  },
};
