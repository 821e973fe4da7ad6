import { create } from 'zustand';

export type SecondView = 'detail' | 'map';

/** The transit that the second screen shows. The plate stays in memory. */
export interface SecondSubject {
  readonly peerId: number;
  readonly transitId: string;
  /** Plate as read; empty: not known to this window. */
  readonly plate: string;
  /** List tab whose selected row it is; null: opened elsewhere. */
  readonly tabId: string | null;
}

/** Where the transit stands in its list. `gone`: it is no longer among the rows shown. */
export type ListPosition =
  | {
      readonly n: number;
      readonly total: number;
      readonly isExact: boolean;
      readonly back: boolean;
      readonly on: boolean;
    }
  | 'gone'
  | null;

interface SecondScreen {
  /** `opening`: the window is open and has not answered yet, or is being reloaded. */
  readonly status: 'off' | 'opening' | 'on';
  readonly view: SecondView;
  readonly subject: SecondSubject | null;
  readonly position: ListPosition;
  /** The browser did not allow the window. */
  readonly isBlocked: boolean;
}

export const NO_SECOND_SCREEN: SecondScreen = {
  status: 'off',
  view: 'detail',
  subject: null,
  position: null,
  isBlocked: false,
};

/** The second screen of this window, as the first one sees it (ADR 0071). In memory only. */
export const useSecondScreen = create<SecondScreen>(() => NO_SECOND_SCREEN);

/** Whether another window shows what is selected here. */
export const useIsOnSecondScreen = (): boolean => useSecondScreen(({ status }) => status !== 'off');

export const setSecondView = (view: SecondView): void => useSecondScreen.setState({ view });

/**
 * Shows a transit on the second screen; null: none.
 * @returns false when there is no second screen, and the caller opens the transit itself
 */
export function showOnSecondScreen(subject: SecondSubject | null, position: ListPosition = null): boolean {
  const { status } = useSecondScreen.getState();
  if (status === 'off') return false;
  useSecondScreen.setState({ subject, position });
  return true;
}
