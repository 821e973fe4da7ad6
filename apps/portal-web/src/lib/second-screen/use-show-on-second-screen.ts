import { useEffect } from 'react';
import { showOnSecondScreen, useIsOnSecondScreen } from './second-screen.store.ts';

/** Shows a transit on the second screen, when there is one, while the calling component is mounted or until another is chosen. */
export function useShowOnSecondScreen(peerId: number, transitId: string, plate: string): void {
  const isOn = useIsOnSecondScreen();
  useEffect(() => {
    if (isOn) showOnSecondScreen({ peerId, transitId, plate, tabId: null });
  }, [isOn, peerId, transitId, plate]);
}
