import { create } from 'zustand';
import type { ColumnChoice } from '@varco/ui/column-choice.ts';
import { persist } from 'zustand/middleware';
import { useSession } from '../session/session-store.ts';

export type ResultView = 'table' | 'grid';
export type TableMode = 'plate' | 'adr';

/** UI settings (P 3) and the language. No personal data: plain local storage, for the browser and for each user of it. */
export interface Preferences {
  /** null: follow the system. */
  readonly darkMode: boolean | null;
  readonly menuCollapsed: boolean;
  readonly showNews: boolean;
  readonly showOffline: boolean;
  /** Path without query; null: none yet. */
  readonly lastPage: string | null;
  readonly language: 'it' | 'en';
  /** The filter panel of the transit list is open. */
  readonly filtersOpen: boolean;
  /** Transits as rows or as cards. */
  readonly resultView: ResultView;
  /** Keys of one character do something (WCAG 2.1.4: they can be switched off, for who speaks to the machine or slips). */
  readonly singleKeys: boolean;
  /** Columns of the transit table, in each of its two modes. */
  readonly resultColumns: Readonly<Record<TableMode, ColumnChoice>>;
}

/** Nothing moved, nothing hidden. */
const AS_BUILT: ColumnChoice = { order: [], hidden: [] };

const DEFAULTS: Preferences = {
  darkMode: null,
  menuCollapsed: true,
  showNews: true,
  showOffline: true,
  lastPage: null,
  language: 'it',
  filtersOpen: false,
  resultView: 'table',
  singleKeys: true,
  resultColumns: { plate: AS_BUILT, adr: AS_BUILT },
};

const PLACE = 'varco.preferences';

/** What is shown now; kept for the browser, so that the sign-in page and a reload look as before. */
export const usePreferences = create<Preferences>()(persist(() => DEFAULTS, { name: PLACE, version: 1 }));

export const setDarkMode = (darkMode: boolean | null): void => {
  usePreferences.setState({ darkMode });
};
export const setMenuCollapsed = (menuCollapsed: boolean): void => {
  usePreferences.setState({ menuCollapsed });
};
export const setShowNews = (showNews: boolean): void => {
  usePreferences.setState({ showNews });
};
export const setShowOffline = (showOffline: boolean): void => {
  usePreferences.setState({ showOffline });
};
export const setLanguage = (language: 'it' | 'en'): void => {
  usePreferences.setState({ language });
};
export const toggleFilters = (): void => {
  usePreferences.setState(({ filtersOpen }) => ({ filtersOpen: !filtersOpen }));
};

export const setResultView = (resultView: ResultView): void => {
  usePreferences.setState({ resultView });
};
export const setSingleKeys = (singleKeys: boolean): void => {
  usePreferences.setState({ singleKeys });
};
export const setResultColumns = (mode: TableMode, choice: ColumnChoice): void => {
  usePreferences.setState(({ resultColumns }) => ({ resultColumns: { ...resultColumns, [mode]: choice } }));
};

const placeOf = (userUuid: string): string => `${PLACE}.${userUuid}`;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function storedChoice(value: unknown): ColumnChoice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { order, hidden }: Record<string, unknown> = { ...value };
  return isTexts(order) && isTexts(hidden) ? { order, hidden } : null;
}

function storedColumns(value: unknown): Preferences['resultColumns'] | null {
  if (typeof value !== 'object' || value === null) return null;
  const { plate, adr }: Record<string, unknown> = { ...value };
  return { plate: storedChoice(plate) ?? AS_BUILT, adr: storedChoice(adr) ?? AS_BUILT };
}

/** The settings a user left in this browser; what is missing or odd is as at the beginning. */
function storedFor(userUuid: string): Partial<Preferences> | null {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(placeOf(userUuid)) ?? 'null');
    if (typeof raw !== 'object' || raw === null) return null;
    const stored: Record<string, unknown> = { ...raw };
    const { darkMode, menuCollapsed, showNews, showOffline, lastPage, language, filtersOpen, resultView } = stored;
    const { singleKeys } = stored;
    const columns = storedColumns(stored['resultColumns']);
    return {
      ...(darkMode === null || typeof darkMode === 'boolean' ? { darkMode } : {}),
      ...(typeof menuCollapsed === 'boolean' ? { menuCollapsed } : {}),
      ...(typeof showNews === 'boolean' ? { showNews } : {}),
      ...(typeof showOffline === 'boolean' ? { showOffline } : {}),
      ...(language === 'it' || language === 'en' ? { language } : {}),
      ...(typeof filtersOpen === 'boolean' ? { filtersOpen } : {}),
      ...(resultView === 'table' || resultView === 'grid' ? { resultView } : {}),
      ...(typeof singleKeys === 'boolean' ? { singleKeys } : {}),
      ...(columns === null ? {} : { resultColumns: columns }),
      lastPage: typeof lastPage === 'string' ? lastPage : null,
    };
  } catch {
    return null;
  }
}

/**
 * Gives every user of a browser settings of their own: taken up at sign-in, written at every change. Call once; returns the end of it.
 * Who signs in for the first time begins with what the browser shows, but not with the page of somebody else.
 */
export function keepPreferencesPerUser(): () => void {
  const stopSession = useSession.subscribe(({ user }, before) => {
    if (user !== null && user.uuid !== before.user?.uuid)
      usePreferences.setState(storedFor(user.uuid) ?? { lastPage: null });
  });
  const stopWriting = usePreferences.subscribe((preferences) => {
    const { user } = useSession.getState();
    if (user !== null) localStorage.setItem(placeOf(user.uuid), JSON.stringify(preferences));
  });
  return () => {
    stopSession();
    stopWriting();
  };
}
