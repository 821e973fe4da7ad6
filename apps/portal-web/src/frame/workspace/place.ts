import type { ListPlace } from '../../lib/workspace/list-place.store.ts';
import type { Tab } from '../../lib/workspace/tab-spec.ts';
import {
  formatTransitReference,
  parseTransitReference,
  type TransitReference,
} from '../../lib/workspace/transit-link.ts';
import type { TabsState } from '../../lib/workspace/tabs.ts';

/** Where the user is in the workspace, as one entry of the browser's history has it. Contains no plate and no filter. */
export interface Place {
  /** Selected tab; null: an address that names none. */
  readonly tab: string | null;
  /** The open transit: of a detail tab, or over the list. */
  readonly transit: TransitReference | null;
  readonly page: number;
  readonly search: number;
  readonly isSheetOpen: boolean;
}

/** Part of a place that is not in the address because it means nothing to others; kept in the state of the entry. */
export interface PlaceState {
  /** The tab, which a bare list does not have in its address. */
  readonly tab: string | null;
  readonly search: number;
  readonly isSheetOpen: boolean;
  /** Key of the place in the entry before this one; null: another page, or unknown. */
  readonly under: string | null;
  readonly isDraft: boolean;
}

const NO_STATE: PlaceState = { tab: null, search: 0, isSheetOpen: false, under: null, isDraft: false };

/** True for the single list of an untouched workspace, which has the address of the page itself. */
export const isBareList = (tabs: readonly Tab[]): boolean => {
  const [only] = tabs;
  return tabs.length === 1 && only?.kind === 'transit-list' && only.filter === undefined;
};

/** The place of the selected tab. */
export function buildPlace({ tabs, selectedId }: TabsState, list: ListPlace): Place {
  const tab = tabs.find(({ id }) => id === selectedId);
  const transit = tab?.kind === 'transit-detail' ? tab : tab?.kind === 'transit-list' ? list.open : null;
  const isList = tab?.kind === 'transit-list';
  return {
    tab: selectedId,
    transit: transit === null ? null : { peerId: transit.peerId, transitId: transit.transitId },
    page: isList ? list.page : 1,
    search: isList ? list.search : 0,
    isSheetOpen: isList && list.isSheetOpen,
  };
}

/** Parameters of the address of a place. */
export const toPlaceSearch = ({ tab, transit, page }: Place): Readonly<Record<string, string>> => ({
  ...(tab === null ? {} : { tab }),
  ...(transit === null ? {} : { transit: formatTransitReference(transit) ?? '' }),
  ...(page === 1 ? {} : { page: String(page) }),
});

/** The place in an address and the state of its entry. */
export function parsePlace(search: Readonly<Record<string, string>>, state: PlaceState): Place {
  const page = /^[1-9]\d{0,5}$/.test(search['page'] ?? '') ? Number(search['page']) : 1;
  const { search: number, isSheetOpen } = state;
  const transit = parseTransitReference(search['transit']);
  return { tab: search['tab'] ?? state.tab, transit, page, search: number, isSheetOpen };
}

/** Reads the state of an entry; entries of other pages have none. */
export function readPlaceState(state: unknown): PlaceState {
  const found: unknown = typeof state === 'object' && state !== null && 'varco' in state ? state.varco : null;
  if (typeof found !== 'object' || found === null) return NO_STATE;
  const { tab, search, isSheetOpen, under, isDraft }: Record<string, unknown> = { ...found };
  return {
    tab: typeof tab === 'string' ? tab : null,
    search: typeof search === 'number' ? search : 0,
    isSheetOpen: isSheetOpen === true,
    under: typeof under === 'string' ? under : null,
    isDraft: isDraft === true,
  };
}

export const toPlaceKey = (place: Place): string => JSON.stringify(place);

const isSameTransit = (a: TransitReference | null, b: TransitReference | null): boolean =>
  a?.peerId === b?.peerId && a?.transitId === b?.transitId;

/** How a change of place is written to the history. `back`: the place is that of the entry before. */
export type HistoryStep = 'none' | 'push' | 'replace' | 'back';

/**
 * Decides how a change enters the history. Whatever the user opens is a new entry: tab, transit, page, search, filter
 * sheet. What they close goes back to the entry below where that is the place they return to. Walking from transit to
 * transit, searches while typing and the first search of a list replace their entry.
 * @param was place and state of the current entry
 * @param facts.isTabGone the tab of the current entry was closed
 * @param facts.isDraft the shown search was started by a pause in typing
 */
export function decideStep(
  was: { readonly place: Place; readonly state: PlaceState },
  next: Place,
  facts: { readonly isTabGone: boolean; readonly isDraft: boolean },
): HistoryStep {
  const { place, state } = was;
  if (toPlaceKey(place) === toPlaceKey(next)) return 'none';
  const isUnder = state.under === toPlaceKey(next);
  if (facts.isTabGone) return isUnder ? 'back' : 'replace';
  if (place.tab !== next.tab) return 'push';
  if (place.transit !== null && next.transit === null) return isUnder ? 'back' : 'replace';
  if (!isSameTransit(place.transit, next.transit)) return place.transit === null ? 'push' : 'replace';
  if (place.isSheetOpen && !next.isSheetOpen) return isUnder ? 'back' : 'replace';
  if (place.search !== next.search) return place.search === 0 || (state.isDraft && facts.isDraft) ? 'replace' : 'push';
  return place.transit === null ? 'push' : 'replace';
}
