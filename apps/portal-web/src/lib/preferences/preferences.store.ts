import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** UI settings of this browser (P 3). No personal data: plain local storage. */
interface Preferences {
  /** null: follow the system. */
  readonly darkMode: boolean | null;
  readonly menuCollapsed: boolean;
  readonly language: 'it' | 'en';
  /** The filter panel of the transit list is open. */
  readonly filtersOpen: boolean;
}

const DEFAULTS: Preferences = { darkMode: null, menuCollapsed: true, language: 'it', filtersOpen: false };

export const usePreferences = create<Preferences>()(persist(() => DEFAULTS, { name: 'varco.preferences', version: 1 }));

export const setDarkMode = (darkMode: boolean | null): void => {
  usePreferences.setState({ darkMode });
};
export const setMenuCollapsed = (menuCollapsed: boolean): void => {
  usePreferences.setState({ menuCollapsed });
};
export const setLanguage = (language: 'it' | 'en'): void => {
  usePreferences.setState({ language });
};
export const toggleFilters = (): void => {
  usePreferences.setState(({ filtersOpen }) => ({ filtersOpen: !filtersOpen }));
};
