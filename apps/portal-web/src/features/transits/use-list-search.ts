import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LOGGED_SEARCHES } from '../../lib/case/logged-searches.ts';
import { askForReason } from '../../lib/case/reason.ts';
import { now } from '../../lib/clock.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import type { ListPreset } from '../../lib/workspace/tabs.ts';
import { concernedPlants } from './filters/filter-wire.ts';
import { DEFAULT_FILTER, type SearchFilter } from './search-filter.ts';
import type { SearchSession, SearchState } from './search-session.ts';
import { searchSessionOf, useSearchState } from './search-sessions.ts';
import { type SearchView, searchView } from './search-view.ts';
import { planSearch } from './searchable-plants.ts';

/** SRCH-04: a preset plate starts its search after about 300 ms, once. */
const PRESET_DELAY_MS = 300;

export interface ListSearch {
  readonly plants: readonly PlantSession[];
  readonly session: SearchSession;
  readonly state: SearchState;
  readonly view: SearchView;
  readonly filter: SearchFilter;
  readonly setFilter: (filter: SearchFilter) => void;
  /** Sets the filter and asks every plant it concerns; a plant that wants a reason first makes the case bar open. */
  readonly run: (filter: SearchFilter) => void;
}

/** The search of a list tab: filter in hand, session, and what is to be drawn. */
export function useListSearch(
  tabId: string,
  start: { initialPlate?: string; preset?: ListPreset; filtersFromTabId?: string },
): ListSearch {
  const plants = usePlantList();
  const session = searchSessionOf(tabId);
  const state = useSearchState(session);
  const [filter, setFilter] = useState<SearchFilter>(
    () => state.filter ?? { ...firstFilter(start.filtersFromTabId), ...presetFilter(start.initialPlate, start.preset) },
  );
  const run = (next: SearchFilter): void => {
    setFilter(next);
    const { askable, wantsReason } = planSearch(plants, concernedPlants(next));
    if (wantsReason) askForReason();
    else session.run(next, askable);
  };
  const isPreset = start.initialPlate !== undefined || start.preset !== undefined;
  usePresetSearch(isPreset && state.status === 'idle', () => run(filter));
  useFreshCaseCount(state.status === 'done' ? state.startedAt : null);
  const concerned = state.filter === null ? null : concernedPlants(state.filter);
  const view = searchView(state, planSearch(plants, concerned).notAsked, now());
  return { plants, session, state, view, filter, setFilter, run };
}

/** The case bar counts a search as soon as it is done. `doneAt`: start of a finished search, else null. */
function useFreshCaseCount(doneAt: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (doneAt !== null) void queryClient.invalidateQueries({ queryKey: LOGGED_SEARCHES });
  }, [doneAt, queryClient]);
}

/** TAB-06: filters of the list a new one was opened from, else the usual ones. */
const firstFilter = (tabId: string | undefined): SearchFilter =>
  (tabId === undefined ? null : searchSessionOf(tabId).getState().filter) ?? DEFAULT_FILTER;

/** What a list that was opened for something looks for, over its other filters. */
function presetFilter(plate: string | undefined, preset: ListPreset | undefined): Partial<SearchFilter> {
  const { period, gate } = preset ?? {};
  return {
    plate: plate ?? '',
    // A plate handed over by an action is a plate, however long it is.
    ...(preset === undefined ? {} : { hasTaxCodes: false }),
    ...(period === undefined ? {} : { period: period === null ? { kind: 'all' } : { kind: 'range', ...period } }),
    ...(gate === undefined ? {} : { gates: [gate] }),
  };
}

function usePresetSearch(isWanted: boolean, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setTimeout(() => latest.current(), PRESET_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isWanted]);
}
