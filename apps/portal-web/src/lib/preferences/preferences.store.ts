import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** UI settings of this browser (P 3). No personal data: plain local storage. */
interface Preferences {
  /** null: follow the system. */
  readonly darkMode: boolean | null;
  readonly menuCollapsed: boolean;
  readonly language: 'it' | 'en';
}

const DEFAULTS: Preferences = { darkMode: null, menuCollapsed: true, language: 'it' };

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
