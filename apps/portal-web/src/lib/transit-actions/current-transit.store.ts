import { useEffect } from 'react';
import { create } from 'zustand';
import type { ActionSubject } from './transit-action.ts';

interface CurrentTransit {
  /** The current row or the transit with an open detail; null: none. */
  readonly subject: ActionSubject | null;
  /** List tab that contains the transit. */
  readonly tabId: string | undefined;
}

const NO_TRANSIT: CurrentTransit = { subject: null, tabId: undefined };

/** The transit the user is working on, for which the command palette offers actions. */
export const useCurrentTransit = create<CurrentTransit>(() => NO_TRANSIT);

/** Sets the current transit while the calling component is mounted. */
export function useSetCurrentTransit(subject: ActionSubject | null, tabId: string | undefined): void {
  const { peerId = 0, transitId = '', plate = '', isAdr = false, at = '', gateId = 0 } = subject ?? {};
  const isChosen = subject !== null;
  useEffect(() => {
    if (!isChosen) return undefined;
    const mine = { peerId, transitId, plate, isAdr, at, gateId };
    useCurrentTransit.setState({ subject: mine, tabId }, true);
    return () => {
      if (useCurrentTransit.getState().subject === mine) useCurrentTransit.setState(NO_TRANSIT, true);
    };
  }, [isChosen, peerId, transitId, plate, isAdr, at, gateId, tabId]);
}
