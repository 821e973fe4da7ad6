import { create } from 'zustand';
import { useTabs } from './tabs.store.ts';
import type { TransitReference } from './transit-link.ts';

/** Where the user is in a list tab: what Back and Forward return to. */
export interface ListPlace {
  /** Transit whose detail is open over or beside the list. */
  readonly open: TransitReference | null;
  readonly page: number;
  /** Number of the shown search of this tab, from 1; 0: none yet. */
  readonly search: number;
  /** The search was started by a pause in typing; the next one of that kind replaces it in the history. */
  readonly isDraft: boolean;
  /** The filters cover the results, as on a narrow screen. */
  readonly isSheetOpen: boolean;
}

/** What Back or Forward asks of a list, until the list has done it. */
export interface PlaceRequest {
  readonly search: number;
  readonly page: number;
  readonly isSheetOpen: boolean;
}

interface ListPlaces {
  readonly places: ReadonlyMap<string, ListPlace>;
  readonly requests: ReadonlyMap<string, PlaceRequest>;
  /** Row of a list that takes the focus when the list is shown, as `peer-transit`. */
  readonly focusRows: ReadonlyMap<string, string>;
}

const START: ListPlace = { open: null, page: 1, search: 0, isDraft: false, isSheetOpen: false };

/** Places by tab. In memory only. */
export const useListPlaces = create<ListPlaces>(() => ({
  places: new Map(),
  requests: new Map(),
  focusRows: new Map(),
}));

export const getListPlace = (tabId: string): ListPlace => useListPlaces.getState().places.get(tabId) ?? START;

/** Records where the user is in a list; unchanged values notify nobody. */
export function recordListPlace(tabId: string, change: Partial<ListPlace>): void {
  const before = getListPlace(tabId);
  const next = { ...before, ...change };
  if (JSON.stringify(before) === JSON.stringify(next)) return;
  useListPlaces.setState(({ places }) => ({ places: new Map(places).set(tabId, next) }));
}

/** Opens the detail of a transit in a list, or closes it. */
export const openInList = (tabId: string, open: TransitReference | null): void => recordListPlace(tabId, { open });

export const requestListPlace = (tabId: string, request: PlaceRequest): void =>
  useListPlaces.setState(({ requests }) => ({ requests: new Map(requests).set(tabId, request) }));

export const requestRowFocus = (tabId: string, rowKey: string): void =>
  useListPlaces.setState(({ focusRows }) => ({ focusRows: new Map(focusRows).set(tabId, rowKey) }));

const without = <T>(map: ReadonlyMap<string, T>, tabId: string): ReadonlyMap<string, T> =>
  new Map([...map].filter(([id]) => id !== tabId));

/** Ends a request that was carried out. */
export const endListRequest = (tabId: string): void =>
  useListPlaces.setState(({ requests }) => ({ requests: without(requests, tabId) }));

export const endRowFocus = (tabId: string): void =>
  useListPlaces.setState(({ focusRows }) => ({ focusRows: without(focusRows, tabId) }));

useTabs.subscribe(({ tabs, closed }) => {
  const { places } = useListPlaces.getState();
  const known = new Set([...tabs, ...closed].map(({ id }) => id));
  const kept = [...places].filter(([id]) => known.has(id));
  if (kept.length < places.size) useListPlaces.setState({ places: new Map(kept) });
});
