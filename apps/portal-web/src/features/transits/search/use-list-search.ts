import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { invalidateSearchCount } from '../../../lib/case/logged-searches.ts';
import { requestReason, useReason } from '../../../lib/case/reason.ts';
import { now } from '../../../lib/clock.ts';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { usePlantList } from '../../../lib/plants/use-plants.ts';
import type { Tab } from '../../../lib/workspace/tab-spec.ts';
import { recordListSearch } from '../../../lib/workspace/tabs.store.ts';
import { cleanPlateText } from '../../../widgets/plate/plate-text.ts';
import { findConcernedPlants } from '../filters/filter-wire.ts';
import { extractChangedFields, parseStoredFilter } from '../filters/stored-filter.ts';
import { handFocusToFirstRow } from './first-row-focus.ts';
import { setListFilter, useListFilters } from './list-filters.store.ts';
import { rememberSearch } from './recent-searches.ts';
import { applyFilterEdit, type LiveFilter, type RefreshSeconds, setRefreshInterval } from './refresh-interval.ts';
import type { SearchFilter } from './search-filter.ts';
import type { SearchSession } from './search-session.ts';
import type { SearchState } from './search-state.ts';
import { getSearchSession, useSearchState } from './search-sessions.ts';
import { type SearchView, buildSearchView } from './search-view.ts';
import { planSearch } from './searchable-plants.ts';
import { useAutoRefresh } from './use-auto-refresh.ts';
import { type NewTransitCount, useNewTransits } from './use-new-transits.ts';

export interface ListSearch {
  readonly plants: readonly PlantSession[];
  readonly session: SearchSession;
  readonly state: SearchState;
  readonly view: SearchView;
  readonly filter: SearchFilter;
  readonly refreshSeconds: RefreshSeconds;
  readonly setFilter: (filter: SearchFilter) => void;
  /** Sets the filter and queries every plant it applies to. If a plant requires a reason first, the case bar opens. */
  readonly run: (filter: SearchFilter) => void;
  /** The same for Enter and the search button: without the wait for further changes. */
  readonly submit: (filter: SearchFilter) => void;
  /** The same after a pause in typing. */
  readonly runDraft: (filter: SearchFilter) => void;
  /** True when the latest search was started by a pause in typing. */
  readonly isDraft: boolean;
  readonly setRefresh: (seconds: RefreshSeconds) => void;
  /** The search waits for a stated reason; it continues by itself once there is one. */
  readonly waitsForReason: boolean;
  /** Transits that reached the plants after the search. */
  readonly newTransits: NewTransitCount;
  /** Lays the new transits in, at the top of the first page, and gives the focus to the first row. */
  readonly showNewTransits: () => void;
}

export type ListTab = Extract<Tab, { kind: 'transit-list' }>;

/** The search of a list tab: edited filter, session, and the view to draw. */
export function useListSearch(tab: ListTab): ListSearch {
  const plants = usePlantList();
  const session = getSearchSession(tab.id);
  const state = useSearchState(session);
  const tabId = tab.id;
  const live = useLiveFilter(tab, state);
  const [waitsForReason, setWaits] = useState(false);
  const start = (next: LiveFilter, isSubmitted = false): void => {
    setListFilter(tabId, next);
    recordListSearch(tabId, extractChangedFields(next.filter));
    const { askable, wantsReason } = planSearch(plants, findConcernedPlants(next.filter));
    setWaits(wantsReason);
    if (wantsReason) return requestReason();
    rememberSearch(next.filter.plate);
    if (isSubmitted) session.submit(next.filter, askable);
    else session.run(next.filter, askable);
  };
  const [isDraft, setDraft] = useState(false);
  const begin =
    (trigger: 'typed' | 'changed' | 'submitted') =>
    (filter: SearchFilter): void => {
      setDraft(trigger === 'typed');
      start(applyFilterEdit(live, filter), trigger === 'submitted');
    };
  const run = begin('changed');
  useReasonChange(waitsForReason, () => {
    if (!planSearch(plants, findConcernedPlants(live.filter)).wantsReason) start(live);
  });
  usePresetSearch(tab.runs === true && state.status === 'idle', () => run(live.filter));
  useAutoRefresh(live.refreshSeconds, () => repeatAtInterval(session, plants));
  const newTransits = useNewTransits(state, live.refreshSeconds === 0);
  useCaseCountRefresh(state.status === 'done' ? state.startedAt : null);
  const concerned = state.filter === null ? null : findConcernedPlants(state.filter);
  const view = buildSearchView(state, planSearch(plants, concerned).notAsked, now());
  return {
    plants,
    session,
    state,
    view,
    ...live,
    setFilter: (filter) => setListFilter(tabId, applyFilterEdit(live, filter)),
    run,
    submit: begin('submitted'),
    runDraft: begin('typed'),
    isDraft,
    setRefresh: (seconds) => start(setRefreshInterval(live.filter, seconds)),
    waitsForReason,
    newTransits,
    showNewTransits: () => repeatForNewest(session, plants),
  };
}

/** The filter being edited in a tab; at first that of its last search. */
function useLiveFilter({ id: tabId, filter: stored }: ListTab, state: SearchState): LiveFilter {
  const [first] = useState<LiveFilter>(() => {
    const filter = state.filter ?? parseStoredFilter(stored);
    return { filter: { ...filter, plate: cleanPlateText(filter.plate) }, refreshSeconds: 0 };
  });
  const live = useListFilters(({ byTab }) => byTab.get(tabId)) ?? first;
  const isKnown = useListFilters(({ byTab }) => byTab.has(tabId));
  useEffect(() => {
    if (!isKnown) setListFilter(tabId, first);
  }, [isKnown, tabId, first]);
  return live;
}

function repeatAtInterval(session: SearchSession, plants: readonly PlantSession[]): void {
  const repeated = planRepetition(session, plants);
  if (repeated !== null && !repeated.wantsReason) session.refresh(repeated.filter, repeated.askable);
}

/** Repeats a search for its newest rows: behind the list, or from another page than the first as a new search. */
function repeatForNewest(session: SearchSession, plants: readonly PlantSession[]): void {
  const repeated = planRepetition(session, plants);
  if (repeated === null) return;
  if (repeated.wantsReason) return requestReason();
  handFocusToFirstRow();
  if (session.getState().page === 1) session.refresh(repeated.filter, repeated.askable);
  else session.run(repeated.filter, repeated.askable);
}

/** The shown search, asked once more as things are now; null: there is none. */
function planRepetition(session: SearchSession, plants: readonly PlantSession[]) {
  const { filter } = session.getState();
  return filter === null ? null : { filter, ...planSearch(plants, findConcernedPlants(filter)) };
}

/** Refreshes the search count of the case bar when a search ends. `doneAt`: start of a finished search, else null. */
function useCaseCountRefresh(doneAt: string | null): void {
  const counted = useRef<string | null>(null);
  useEffect(() => {
    // Effects run again when a tab is shown again; its search is already counted.
    if (doneAt === null || doneAt === counted.current) return;
    counted.current = doneAt;
    invalidateSearchCount();
  }, [doneAt]);
}

/**
 * SRCH-04: runs a preset plate search once, and also a list that had results before a reload. It waits the 300 ms of
 * every fetch (readings TA63).
 */
function usePresetSearch(isRequested: boolean, onRequested: () => void): void {
  const run = useEffectEvent(onRequested);
  useEffect(() => {
    if (isRequested) run();
  }, [isRequested]);
}

/** Calls `onReason` when the stated reason changes while a search waits for one. */
function useReasonChange(isWaiting: boolean, onReason: () => void): void {
  const reason = useReason();
  const tell = useEffectEvent(onReason);
  useEffect(() => {
    if (isWaiting) tell();
  }, [isWaiting, reason]);
}
