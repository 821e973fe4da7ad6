import type { Transit } from '@varco/contract/plant/transit.ts';
import { buildMergedPage, type FederatedSearch, receiveFailure } from '@varco/domain/federation/merge.ts';
import type { SearchClock, SearchStep } from './search-events.ts';
import { NO_REQUESTS, restrictToSelectedPlant, type SearchState } from './search-state.ts';

/**
 * "Interrompi richiesta": the plants cancel their statements (T 4.1). Received rows stay, and every plant that was
 * still needed is marked as not waited for. Before the first row everything received is discarded.
 */
export function abortSearch(state: SearchState, clock: SearchClock): SearchStep {
  const { search, status, requests } = state;
  if (status !== 'searching' || search === null) return { state, effects: [] };
  const hasRows = search.parts.some((part) => part.isAccepted && part.feed.rows.length > 0);
  const pending = search.parts.filter((part) => part.progress === 'pending').map((part) => part.plantId);
  const stopped = stopPlants(search, [...new Set([...requests.inFlight, ...pending])]);
  return {
    state: {
      ...state,
      status: 'aborted',
      search: hasRows ? endPage({ ...state, search: stopped }) : null,
      tookMs: clock.elapsed - state.startedAtElapsed,
      requests: NO_REQUESTS,
    },
    effects: [{ type: 'cancel' }],
  };
}

/**
 * Marks the plants whose further rows the page lacks and which were not called for them yet, because first responses
 * of others were still coming in. Nobody calls them now, and without the mark the page would wait for them forever.
 */
function endPage(state: SearchState): FederatedSearch<Transit> | null {
  const view = restrictToSelectedPlant(state);
  if (state.search === null || view === null) return state.search;
  const { needs } = buildMergedPage(view, state.page);
  if (needs.length === 0) return state.search;
  const plantIds = needs.map(({ plantId }) => plantId);
  return endPage({ ...state, search: stopPlants(state.search, plantIds) });
}

const stopPlants = (search: FederatedSearch<Transit>, plantIds: readonly string[]): FederatedSearch<Transit> =>
  plantIds.reduce((after, plantId) => receiveFailure(after, plantId, 'stopped'), search);
