import { create } from 'zustand';

/** An error dialog shown instead of a notification (P 8); its body contains the host (readings B-23). */
export interface ErrorPopup {
  readonly title: string;
  readonly text: string;
}

/** State of the global dialogs, at most one of each kind. */
interface Popups {
  readonly error: ErrorPopup | null;
  /** Label of the plant whose ministry or VPN credentials were refused (DLG-03). */
  readonly services: string | null;
  /** Label of a plant without the look-up module (DLG-04). */
  readonly missingModule: string | null;
  /** The requested page needs a right the user has on no plant (UIE-08). */
  readonly isForbidden: boolean;
  /** Page code could not be loaded (DLG-01). */
  readonly isPageMissing: boolean;
  /** Version served by the portal when it is newer than the running one (VER-03). */
  readonly newVersion: string | null;
}

export const NO_POPUPS: Popups = {
  error: null,
  services: null,
  missingModule: null,
  isForbidden: false,
  isPageMissing: false,
  newVersion: null,
};

export const usePopups = create<Popups>(() => NO_POPUPS);

export const showPopup = (popup: Partial<Popups>): void => usePopups.setState(popup);
export const closePopup = (name: keyof Popups): void => usePopups.setState({ [name]: NO_POPUPS[name] });
