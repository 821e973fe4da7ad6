import { useEffect } from 'react';
import { create } from 'zustand';
import type { ActionSubject } from './transit-action.ts';

interface ChosenTransit {
  /** The row in hand or the transit whose detail is open; null: none. */
  readonly subject: ActionSubject | null;
  /** List tab it stands in. */
  readonly tabId: string | undefined;
}

const NONE: ChosenTransit = { subject: null, tabId: undefined };

/** The transit the person works on now: what the command palette offers its actions for. */
export const useChosen = create<ChosenTransit>(() => NONE);

/** Makes a transit the chosen one while the component that calls this is shown. */
export function useChosenTransit(subject: ActionSubject | null, tabId: string | undefined): void {
  const { peerId = 0, transitId = '', plate = '', isAdr = false, at = '', gateId = 0 } = subject ?? {};
  const isChosen = subject !== null;
  useEffect(() => {
    if (!isChosen) return undefined;
    const mine = { peerId, transitId, plate, isAdr, at, gateId };
    useChosen.setState({ subject: mine, tabId }, true);
    return () => {
      if (useChosen.getState().subject === mine) useChosen.setState(NONE, true);
    };
  }, [isChosen, peerId, transitId, plate, isAdr, at, gateId, tabId]);
}
