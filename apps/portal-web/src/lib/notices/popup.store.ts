import { create } from 'zustand';

/** A dialog that takes the place of a notification (P 8); its body names the host (readings B-23). */
export interface ErrorPopup {
  readonly title: string;
  readonly text: string;
}

/** Dialogs the whole product shows, at most one of each. */
interface Popups {
  readonly error: ErrorPopup | null;
  /** Label of the plant whose ministry or VPN credentials were refused (DLG-03). */
  readonly services: string | null;
  /** Label of a plant without the look-up module (DLG-04). */
  readonly missingModule: string | null;
  /** The page asked for is not for this person on any plant (UIE-08). */
  readonly isForbidden: boolean;
  /** Page code could not be loaded (DLG-01). */
  readonly isPageMissing: boolean;
  /** Version the portal serves, newer than ours (VER-03). */
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
