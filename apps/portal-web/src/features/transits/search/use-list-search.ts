import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { recountSearches } from '../../../lib/case/logged-searches.ts';
import { askForReason, useReason } from '../../../lib/case/reason.ts';
import { now } from '../../../lib/clock.ts';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { usePlantList } from '../../../lib/plants/use-plants.ts';
import type { Tab } from '../../../lib/workspace/tab-spec.ts';
import { noteListSearch } from '../../../lib/workspace/tabs.store.ts';
import { cleanPlateText } from '../../../widgets/plate/plate-text.ts';
import { concernedPlants } from '../filters/filter-wire.ts';
import { changedFields, storedFilter } from '../filters/stored-filter.ts';
import { setListFilter, useListFilters } from './list-filters.store.ts';
import { rememberSearch } from './recent-searches.ts';
import { edited, type LiveFilter, type RefreshSeconds, withRefresh } from './refresh.ts';
import type { SearchFilter } from './search-filter.ts';
import type { SearchSession } from './search-session.ts';
import type { SearchState } from './search-state.ts';
import { searchSessionOf, useSearchState } from './search-sessions.ts';
import { type SearchView, searchView } from './search-view.ts';
import { planSearch } from './searchable-plants.ts';
import { useAutoRefresh } from './use-auto-refresh.ts';

export interface ListSearch {
  readonly plants: readonly PlantSession[];
  readonly session: SearchSession;
  readonly state: SearchState;
  readonly view: SearchView;
  readonly filter: SearchFilter;
  readonly refreshSeconds: RefreshSeconds;
  readonly setFilter: (filter: SearchFilter) => void;
  /** Sets the filter and asks every plant it concerns; a plant that wants a reason first makes the case bar open. */
  readonly run: (filter: SearchFilter) => void;
  readonly setRefresh: (seconds: RefreshSeconds) => void;
  /** The search waits for a reason that is not stated yet; it goes on by itself once it is. */
  readonly waitsForReason: boolean;
}

export type ListTab = Extract<Tab, { kind: 'transit-list' }>;

/** The search of a list tab: filter in hand, session, and what is to be drawn. */
export function useListSearch(tab: ListTab): ListSearch {
  const plants = usePlantList();
  const session = searchSessionOf(tab.id);
  const state = useSearchState(session);
  const tabId = tab.id;
  const [first] = useState<LiveFilter>(() => {
    const filter = state.filter ?? storedFilter(tab.filter);
    return { filter: { ...filter, plate: cleanPlateText(filter.plate) }, refreshSeconds: 0 };
  });
  const live = useListFilters(({ byTab }) => byTab.get(tabId)) ?? first;
  const isKnown = useListFilters(({ byTab }) => byTab.has(tabId));
  useEffect(() => {
    if (!isKnown) setListFilter(tabId, first);
  }, [isKnown, tabId, first]);
  const [waitsForReason, setWaits] = useState(false);
  const start = (next: LiveFilter): void => {
    setListFilter(tabId, next);
    noteListSearch(tabId, changedFields(next.filter));
    const { askable, wantsReason } = planSearch(plants, concernedPlants(next.filter));
    setWaits(wantsReason);
    if (wantsReason) return askForReason();
    rememberSearch(next.filter.plate);
    session.run(next.filter, askable);
  };
  const run = (filter: SearchFilter): void => start(edited(live, filter));
  useOnReason(waitsForReason, () => {
    if (!planSearch(plants, concernedPlants(live.filter)).wantsReason) start(live);
  });
  usePresetSearch(tab.runs === true && state.status === 'idle', () => run(live.filter));
  useAutoRefresh(live.refreshSeconds, () => {
    if (state.filter === null) return;
    const { askable, wantsReason } = planSearch(plants, concernedPlants(state.filter));
    if (!wantsReason) session.refresh(state.filter, askable);
  });
  useFreshCaseCount(state.status === 'done' ? state.startedAt : null);
  const concerned = state.filter === null ? null : concernedPlants(state.filter);
  const view = searchView(state, planSearch(plants, concerned).notAsked, now());
  return {
    plants,
    session,
    state,
    view,
    ...live,
    setFilter: (filter) => setListFilter(tabId, edited(live, filter)),
    run,
    setRefresh: (seconds) => start(withRefresh(live.filter, seconds)),
    waitsForReason,
  };
}

/** The case bar counts a search as soon as it is done. `doneAt`: start of a finished search, else null. */
function useFreshCaseCount(doneAt: string | null): void {
  const counted = useRef<string | null>(null);
  useEffect(() => {
    // A tab that comes back runs its effects again; its search is counted already.
    if (doneAt === null || doneAt === counted.current) return;
    counted.current = doneAt;
    recountSearches();
  }, [doneAt]);
}

/** SRCH-04: a preset plate is searched once, and so is a list that had results before a reload; the 300 ms it waits are those before every fetch (readings TA63). */
function usePresetSearch(isWanted: boolean, onWanted: () => void): void {
  const run = useEffectEvent(onWanted);
  useEffect(() => {
    if (isWanted) run();
  }, [isWanted]);
}

/** Tells that another reason was stated, while a search waits for one. */
function useOnReason(isWaiting: boolean, onReason: () => void): void {
  const reason = useReason();
  const tell = useEffectEvent(onReason);
  useEffect(() => {
    if (isWaiting) tell();
  }, [isWaiting, reason]);
}
