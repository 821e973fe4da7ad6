import { create } from 'zustand';
import type { ColumnChoice } from '@varco/ui/column-choice.ts';
import { persist } from 'zustand/middleware';
import { useSession } from '../session/session-store.ts';

export type ResultView = 'table' | 'grid';
export type TableMode = 'plate' | 'adr';

/** Kinds of groups of plants, and one list of all. */
const GROUPINGS = ['province', 'body', 'other', 'none'] as const;
export type PlantGrouping = (typeof GROUPINGS)[number];

/** UI settings (P 3) and language. No personal data: plain local storage, per browser and per user. */
export interface Preferences {
  /** null: follow the system. */
  readonly darkMode: boolean | null;
  readonly menuCollapsed: boolean;
  readonly showNews: boolean;
  readonly showOffline: boolean;
  /** Path without query; null: none yet. */
  readonly lastPage: string | null;
  readonly language: 'it' | 'en';
  /** Whether the filter panel of the transit list is open. */
  readonly filtersOpen: boolean;
  /** Transits as rows or as cards. */
  readonly resultView: ResultView;
  /** Whether the strip of transits over time is open. Each search is then counted over time too. */
  readonly histogramOpen: boolean;
  /** Single-character shortcuts are enabled. They can be switched off for users of speech input or with tremor (WCAG 2.1.4). */
  readonly singleKeys: boolean;
  /** By what kind of group plants are shown; null: the first of which there is a group. */
  readonly plantGrouping: PlantGrouping | null;
  /** Columns of the transit table, for each of its two modes. */
  readonly resultColumns: Readonly<Record<TableMode, ColumnChoice>>;
}

/** Default columns: original order, none hidden. */
const DEFAULT_COLUMNS: ColumnChoice = { order: [], hidden: [] };

const DEFAULT_PREFERENCES: Preferences = {
  darkMode: null,
  menuCollapsed: true,
  showNews: true,
  showOffline: true,
  lastPage: null,
  language: 'it',
  filtersOpen: false,
  resultView: 'table',
  histogramOpen: false,
  singleKeys: true,
  plantGrouping: null,
  resultColumns: { plate: DEFAULT_COLUMNS, adr: DEFAULT_COLUMNS },
};

const STORAGE_KEY = 'varco.preferences';

/** Current settings, stored for the browser so that the sign-in page and a reload use them. */
export const usePreferences = create<Preferences>()(
  persist(() => DEFAULT_PREFERENCES, { name: STORAGE_KEY, version: 1 }),
);

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
export const setHistogramOpen = (histogramOpen: boolean): void => {
  usePreferences.setState({ histogramOpen });
};
export const setSingleKeys = (singleKeys: boolean): void => {
  usePreferences.setState({ singleKeys });
};
export const setPlantGrouping = (plantGrouping: PlantGrouping): void => {
  usePreferences.setState({ plantGrouping });
};
export const setResultColumns = (mode: TableMode, choice: ColumnChoice): void => {
  usePreferences.setState(({ resultColumns }) => ({ resultColumns: { ...resultColumns, [mode]: choice } }));
};

const getUserStorageKey = (userUuid: string): string => `${STORAGE_KEY}.${userUuid}`;

const isTextArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function parseColumnChoice(value: unknown): ColumnChoice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { order, hidden }: Record<string, unknown> = { ...value };
  return isTextArray(order) && isTextArray(hidden) ? { order, hidden } : null;
}

function parseColumns(value: unknown): Preferences['resultColumns'] | null {
  if (typeof value !== 'object' || value === null) return null;
  const { plate, adr }: Record<string, unknown> = { ...value };
  return { plate: parseColumnChoice(plate) ?? DEFAULT_COLUMNS, adr: parseColumnChoice(adr) ?? DEFAULT_COLUMNS };
}

const SWITCHES = ['menuCollapsed', 'showNews', 'showOffline', 'filtersOpen', 'histogramOpen', 'singleKeys'] as const;
type Switches = Partial<Record<(typeof SWITCHES)[number], boolean>>;

function readSwitches(stored: Readonly<Record<string, unknown>>): Switches {
  const switches: Switches = {};
  for (const name of SWITCHES) {
    const value = stored[name];
    if (typeof value === 'boolean') switches[name] = value;
  }
  return switches;
}

/** Stored settings of a user in this browser; missing or invalid values are omitted, so that defaults apply. */
function readStoredPreferences(userUuid: string): Partial<Preferences> | null {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(getUserStorageKey(userUuid)) ?? 'null');
    if (typeof raw !== 'object' || raw === null) return null;
    const stored: Record<string, unknown> = { ...raw };
    const { darkMode, lastPage, language, resultView } = stored;
    const plantGrouping = GROUPINGS.find((one) => one === stored['plantGrouping']);
    const columns = parseColumns(stored['resultColumns']);
    return {
      ...readSwitches(stored),
      ...(darkMode === null || typeof darkMode === 'boolean' ? { darkMode } : {}),
      ...(language === 'it' || language === 'en' ? { language } : {}),
      ...(resultView === 'table' || resultView === 'grid' ? { resultView } : {}),
      ...(plantGrouping === undefined ? {} : { plantGrouping }),
      ...(columns === null ? {} : { resultColumns: columns }),
      lastPage: typeof lastPage === 'string' ? lastPage : null,
    };
  } catch {
    return null;
  }
}

/**
 * Gives each user of a browser separate settings, restored at sign-in and stored at every change. Call once; returns
 * the function that stops it. A new user starts with the browser's settings, except the last page.
 */
export function syncPreferencesWithUser(): () => void {
  const stopSession = useSession.subscribe(({ user }, before) => {
    if (user !== null && user.uuid !== before.user?.uuid)
      usePreferences.setState(readStoredPreferences(user.uuid) ?? { lastPage: null });
  });
  const stopWriting = usePreferences.subscribe((preferences) => {
    const { user } = useSession.getState();
    if (user !== null) localStorage.setItem(getUserStorageKey(user.uuid), JSON.stringify(preferences));
  });
  return () => {
    stopSession();
    stopWriting();
  };
}
