import { useEffect, useEffectEvent, useRef } from 'react';
import { toggleFilters } from '../../../lib/preferences/preferences.store.ts';
import {
  endListRequest,
  endRowFocus,
  openInList,
  type PlaceRequest,
  recordListPlace,
  useListPlaces,
} from '../../../lib/workspace/list-place.store.ts';
import { findPastSearch, numberSearch } from './past-searches.ts';
import { findRowElement } from './row-element.ts';
import { buildRowKey, type ListRow } from './search-view.ts';
import type { ListSearch } from './use-list-search.ts';

/** The transit whose detail is open in a list. */
export interface OpenTransit {
  readonly key: string;
  readonly peerId: number;
  readonly transitId: string;
}

/** The open detail of a list, and a function that opens one or closes it. Each is an entry of the history. */
export function useOpenTransit(tabId: string): readonly [OpenTransit | null, (row: ListRow | null) => void] {
  const open = useListPlaces(({ places }) => places.get(tabId)?.open ?? null);
  return [
    open === null ? null : { ...open, key: buildRowKey(open.peerId, open.transitId) },
    (row) => openInList(tabId, row === null ? null : { peerId: row.peerId, transitId: row.transit.id }),
  ];
}

/**
 * Records search, page and filter sheet of a list for the history, and does what Back and Forward ask: an earlier
 * search is repeated, because its rows are no longer there and may have changed.
 */
export function useListPlace(tabId: string, search: ListSearch, isSheetOpen: boolean): void {
  const { session, state, run, isDraft } = search;
  useEffect(() => {
    const number = state.filter === null ? 0 : numberSearch(tabId, state.filter);
    recordListPlace(tabId, { page: state.page, search: number, isDraft, isSheetOpen });
  }, [tabId, state.filter, state.page, isDraft, isSheetOpen]);

  const request = useListPlaces(({ requests }) => requests.get(tabId));
  const begun = useRef<PlaceRequest | null>(null);
  const follow = useEffectEvent((requested: PlaceRequest): void => {
    const isFirst = begun.current !== requested;
    begun.current = requested;
    if (isFirst && requested.isSheetOpen !== isSheetOpen && (isSheetOpen || requested.isSheetOpen)) toggleFilters();
    const past = isFirst ? findPastSearch(tabId, requested.search) : null;
    if (past !== null && state.filter !== null && numberSearch(tabId, state.filter) !== requested.search) {
      run(past);
      return;
    }
    if (requested.page !== state.page) {
      // Changing the page freezes the list: done earlier, the rows of plants that answer later would be left out.
      if (state.status === 'searching' && requested.page > state.page) return;
      session.goToPage(requested.page);
    }
    endListRequest(tabId);
  });
  useEffect(() => {
    if (request !== undefined) follow(request);
  }, [request, state.status]);
}

/** Gives the focus to the row that Back returns to, as soon as it is there. */
export function useRequestedRowFocus(tabId: string, rows: readonly ListRow[], isShown: boolean): void {
  const key = useListPlaces(({ focusRows }) => focusRows.get(tabId));
  useEffect(() => {
    if (key === undefined || !isShown || rows.length === 0) return;
    findRowElement(key)?.focus();
    endRowFocus(tabId);
  }, [tabId, key, isShown, rows]);
}
