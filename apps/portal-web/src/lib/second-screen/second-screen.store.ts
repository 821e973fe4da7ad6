import { create } from 'zustand';
import { isSecondScreen } from './second-window.ts';

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

/** Says for a reload of this window only that it has a second screen, not what that shows. */
const MARK_KEY = 'varco.second-screen';
/** Time in which a second screen says hello again after a reload of this window. */
const HELLO_WAIT_MS = 4_000;

/** Remembers over a reload of this window whether it has a second screen. */
export function markSecondScreen(isOpen: boolean): void {
  if (isOpen) sessionStorage.setItem(MARK_KEY, '1');
  else sessionStorage.removeItem(MARK_KEY);
}

const isExpected = typeof sessionStorage !== 'undefined' && sessionStorage.getItem(MARK_KEY) !== null;

/**
 * The second screen of this window, as the first one sees it (ADR 0015). In memory only. After a reload it is expected
 * back at first: the transit that it shows would otherwise be opened here too, which is a second look in the log.
 */
export const useSecondScreen = create<SecondScreen>(() =>
  isExpected && !isSecondScreen() ? { ...NO_SECOND_SCREEN, status: 'opening' } : NO_SECOND_SCREEN,
);

if (isExpected)
  setTimeout(() => {
    const { status } = useSecondScreen.getState();
    if (status !== 'opening') return;
    markSecondScreen(false);
    useSecondScreen.setState(NO_SECOND_SCREEN, true);
  }, HELLO_WAIT_MS);

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
